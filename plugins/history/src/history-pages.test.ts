// @vitest-environment happy-dom
import type { HistoryEntry, HistorySource } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { ActivityTab } from './contract.js'
import { asked, path, reads, record, rendered, resetEachTest, said, show } from './history.test.fixtures.js'
import { history } from './index.js'

resetEachTest()

describe('past activity', () => {
  it('comes page by page, each transaction once, and ends', async () => {
    const pages: Record<string, object> = {
      '': { data: [record('1'), record('2')], next: 'two' },
      two: { data: [record('2'), record('3')], next: 'three' },
      three: { data: [record('4')], next: null },
    }
    await show({ script: { [path]: ({ url }: { url: URL }) => pages[url.searchParams.get('cursor') ?? ''] } })
    await waitUntil(() => expect(rendered?.dialog().querySelectorAll('.wm-item').length).toBe(4))
    expect(asked()).toEqual(['', 'two', 'three'])
  })

  it('a service that never ends is asked a few times, then by the visitor', async () => {
    let turn = 0
    await show({ script: { [path]: () => ({ data: [record('1')], next: `again${turn++}` }) } })
    await reads(/Load more/)
    const before = asked().length
    expect(before).toBeLessThan(6)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(asked().length).toBe(before)
  })

  describe('where the newest pages have nothing to see', () => {
    const dust = (id: string): object => record(id, { amount: '0.001' })
    const paged = (pages: readonly (readonly object[])[]) => ({
      [path]: ({ url }: { url: URL }) => {
        const at = Number(url.searchParams.get('cursor') ?? 0)
        return { data: pages[at], next: at + 1 < pages.length ? String(at + 1) : null }
      },
    })
    const other = Object.assign(record('o'), { metadata: { chain: 'eip155:2' } })

    it.each([
      ['but what is hidden', [dust('1')]],
      ['at all', []],
      ['but what is of other networks', [other]],
    ] as const)('nothing %s: goes on by itself', async (_name, first) => {
      await show({ script: paged([first, [], [record('real')]]) })
      await reads(/Received/)
      expect(asked()).toEqual(['', '1', '2'])
    })

    it.each([
      ['hidden', dust('1'), /All transactions are hidden/],
      ['of other networks', other, /No transactions yet/],
    ] as const)(
      'and what follows is %s: says so at the end only, and leaves it to the visitor to go on',
      async (_name, one, end) => {
        await show({ script: paged([[one], [], [], []]) })
        await reads(/No recent transactions.*Load more/)
        expect(asked()).toEqual(['', '1', '2'])
        expect(said()).not.toMatch(end)
        rendered?.click('Load more')
        await reads(end)
        expect(said()).not.toMatch(/Load more/)
      },
    )
  })

  it('that could not be fetched is fetched by loadMore(), the first page as well as the next', async () => {
    let works = false
    await show({
      script: {
        [path]: ({ url }: { url: URL }) => {
          if (!works) return new Response('', { status: 400 })
          return url.searchParams.has('cursor')
            ? { data: [record('b')], next: null }
            : { data: [record('a')], next: 'two' }
        },
      },
    })
    const activity = rendered?.modal.use(history) ?? expect.fail('not running')
    const ids = (): readonly string[] => activity.entries.peek().map(({ id }) => id)
    await waitUntil(() => expect(activity.status.peek()).toBe('failed'))
    rendered?.modal.close()
    await waitUntil(() => expect(said()).not.toMatch(/Try again/))
    works = true
    await activity.loadMore()
    expect(ids()).toEqual(['a'])
    works = false
    await activity.loadMore()
    expect([activity.status.peek(), ids()]).toEqual(['failed', ['a']])
    works = true
    await activity.loadMore()
    expect([activity.status.peek(), ids(), asked()]).toEqual(['ready', ['a', 'b'], ['', '', 'two', 'two']])
  })

  it('of an account that has come into use is not read further because the one before had nothing to see', async () => {
    const cursors: string[] = []
    const late: (() => void)[] = []
    const entry = (id: string): HistoryEntry => ({
      ...{ id, caipNetworkId: 'fifth:1', type: 'receive', status: 'confirmed', at: 1_790_000_000_000 },
      transfers: [{ direction: 'in', kind: 'token', name: 'Coin', symbol: 'COIN', amount: 5n, decimals: 0 }],
    })
    const source: HistorySource = {
      namespace: 'fifth',
      page: async ({ account, cursor = '' }) => {
        cursors.push(`${account.address} ${cursor}`)
        if (account.address === 'fake-1' && cursor !== '') await new Promise<void>((resolve) => late.push(resolve))
        return { entries: [entry(`${account.address} ${cursor}`)], next: `${cursor}n` }
      },
    }
    await show({ namespace: 'fifth', source, view: ActivityTab })
    await reads(/Received/)
    const more = rendered?.modal.use(history)?.loadMore()
    await waitUntil(() => expect(late.length).toBe(1))
    rendered?.modal.connections.adapter('fifth').switchAccount('fake-2')
    await waitUntil(() => expect(cursors.at(-1)).toBe('fake-2 '))
    await reads(/Received/)
    late[0]?.()
    await more
    expect(cursors).toEqual(['fake-1 ', 'fake-1 n', 'fake-2 '])
  })

  describe('what was found further back stays when the newest is read again', () => {
    const old: HistoryEntry = {
      ...{ id: 'old', caipNetworkId: 'fifth:1', type: 'receive', status: 'confirmed', at: Date.UTC(2026, 5, 5) },
      transfers: [{ direction: 'in', kind: 'token', name: 'Coin', symbol: 'COIN', amount: 5n, decimals: 0 }],
    }
    /** A visit that opens what is found, and looks again at its end. */
    const opensIt = async (clicks: readonly string[]): Promise<void> => {
      for (const click of clicks) {
        await reads(new RegExp(click))
        rendered?.click(click)
      }
      await reads(/Received/)
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16_000)
      const shown: string[] = []
      const dialog = rendered?.dialog() ?? expect.fail('no dialog')
      const watcher = new MutationObserver(() => shown.push(said()))
      watcher.observe(dialog, { subtree: true, childList: true, characterData: true })
      try {
        rendered?.click(/Received/)
        await reads(/Confirmed/)
        await new Promise((resolve) => setTimeout(resolve, 30))
        expect(said()).toMatch(/Confirmed/)
        expect(shown.filter((text) => text.includes('not found'))).toEqual([])
      } finally {
        watcher.disconnect()
        clock.mockRestore()
      }
    }

    it.each([
      ['nothing', []],
      ['something new', [{ ...old, id: 'new', type: 'mint', at: Date.UTC(2026, 6, 6) }]],
    ])('where the latest blocks have %s', async (_name, newest) => {
      let turn = 0
      await show({
        namespace: 'fifth',
        source: {
          namespace: 'fifth',
          page: async ({ cursor }) =>
            cursor === undefined
              ? { entries: turn++ === 0 ? [] : newest, next: 'n', searchedBlocks: 250 }
              : { entries: [old], next: 'm', searchedBlocks: 1250 },
        },
      })
      await opensIt(['Load more'])
      expect(turn).toBe(2)
    })

    it('where the newest page of the service is of other networks', async () => {
      const other = Object.assign(record('o'), { metadata: { chain: 'eip155:2' } })
      await show({
        script: {
          [path]: ({ url }: { url: URL }) =>
            url.searchParams.has('cursor') ? { data: [record('old')], next: null } : { data: [other], next: 'two' },
        },
      })
      await opensIt([])
    })
  })
})
