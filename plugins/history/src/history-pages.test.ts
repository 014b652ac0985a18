// @vitest-environment happy-dom
import type { HistoryEntry, HistorySource } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { ActivityTab } from './contract.js'
import {
  path,
  record,
  rendered,
  requestedCursors,
  resetEachTest,
  show,
  visibleText,
  waitForText,
} from './history.test.fixtures.js'
import { history } from './index.js'

resetEachTest()

describe('past activity', () => {
  it('is loaded page by page, without duplicates, until the last page', async () => {
    const pages: Record<string, object> = {
      '': { data: [record('1'), record('2')], next: 'two' },
      two: { data: [record('2'), record('3')], next: 'three' },
      three: { data: [record('4')], next: null },
    }
    await show({ script: { [path]: ({ url }: { url: URL }) => pages[url.searchParams.get('cursor') ?? ''] } })
    await waitUntil(() => expect(rendered?.dialog().querySelectorAll('.wm-item').length).toBe(4))
    expect(requestedCursors()).toEqual(['', 'two', 'three'])
  })

  it('stops loading after a few pages and shows "Load more" if the pages of the service never end', async () => {
    let turn = 0
    await show({ script: { [path]: () => ({ data: [record('1')], next: `again${turn++}` }) } })
    await waitForText(/Load more/)
    const before = requestedCursors().length
    expect(before).toBeLessThan(6)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(requestedCursors().length).toBe(before)
  })

  describe('if the newest pages have no visible entries', () => {
    const dust = (id: string): object => record(id, { amount: '0.001' })
    const paged = (pages: readonly (readonly object[])[]) => ({
      [path]: ({ url }: { url: URL }) => {
        const at = Number(url.searchParams.get('cursor') ?? 0)
        return { data: pages[at], next: at + 1 < pages.length ? String(at + 1) : null }
      },
    })
    const other = Object.assign(record('o'), { metadata: { chain: 'eip155:2' } })

    it.each([
      ['hidden entries', [dust('1')]],
      ['an empty page', []],
      ['entries of other networks', [other]],
    ] as const)('continues automatically after %s', async (_name, first) => {
      await show({ script: paged([first, [], [record('real')]]) })
      await waitForText(/Received/)
      expect(requestedCursors()).toEqual(['', '1', '2'])
    })

    it.each([
      ['hidden entries', dust('1'), /All transactions are hidden/],
      ['entries of other networks', other, /No transactions yet/],
    ] as const)(
      'shows "Load more" after three pages with only %s, and the final message after the last page',
      async (_name, one, end) => {
        await show({ script: paged([[one], [], [], []]) })
        await waitForText(/No recent transactions.*Load more/)
        expect(requestedCursors()).toEqual(['', '1', '2'])
        expect(visibleText()).not.toMatch(end)
        rendered?.click('Load more')
        await waitForText(end)
        expect(visibleText()).not.toMatch(/Load more/)
      },
    )
  })

  it('that failed to load is fetched again by loadMore(): the first page or a later one', async () => {
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
    await waitUntil(() => expect(visibleText()).not.toMatch(/Try again/))
    works = true
    await activity.loadMore()
    expect(ids()).toEqual(['a'])
    works = false
    await activity.loadMore()
    expect([activity.status.peek(), ids()]).toEqual(['failed', ['a']])
    works = true
    await activity.loadMore()
    expect([activity.status.peek(), ids(), requestedCursors()]).toEqual(['ready', ['a', 'b'], ['', '', 'two', 'two']])
  })

  it('of a new account is not continued by a late page of the previous account', async () => {
    const cursors: string[] = []
    const pendingReplies: (() => void)[] = []
    const entry = (id: string): HistoryEntry => ({
      ...{ id, caipNetworkId: 'fifth:1', type: 'receive', status: 'confirmed', at: 1_790_000_000_000 },
      transfers: [{ direction: 'in', kind: 'token', name: 'Coin', symbol: 'COIN', amount: 5n, decimals: 0 }],
    })
    const source: HistorySource = {
      namespace: 'fifth',
      page: async ({ account, cursor = '' }) => {
        cursors.push(`${account.address} ${cursor}`)
        if (account.address === 'fake-1' && cursor !== '')
          await new Promise<void>((resolve) => pendingReplies.push(resolve))
        return { entries: [entry(`${account.address} ${cursor}`)], next: `${cursor}n` }
      },
    }
    await show({ namespace: 'fifth', source, view: ActivityTab })
    await waitForText(/Received/)
    const loading = rendered?.modal.use(history)?.loadMore()
    await waitUntil(() => expect(pendingReplies.length).toBe(1))
    rendered?.modal.connections.adapter('fifth').switchAccount('fake-2')
    await waitUntil(() => expect(cursors.at(-1)).toBe('fake-2 '))
    await waitForText(/Received/)
    pendingReplies[0]?.()
    await loading
    expect(cursors).toEqual(['fake-1 ', 'fake-1 n', 'fake-2 '])
  })

  describe('keeps an older entry when the newest page is read again', () => {
    const old: HistoryEntry = {
      ...{ id: 'old', caipNetworkId: 'fifth:1', type: 'receive', status: 'confirmed', at: Date.UTC(2026, 5, 5) },
      transfers: [{ direction: 'in', kind: 'token', name: 'Coin', symbol: 'COIN', amount: 5n, decimals: 0 }],
    }
    /** Clicks the given buttons and opens the entry. That reads the newest page again. Expects that the entry never disappears. */
    const openEntry = async (clicks: readonly string[]): Promise<void> => {
      for (const click of clicks) {
        await waitForText(new RegExp(click))
        rendered?.click(click)
      }
      await waitForText(/Received/)
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16_000)
      const texts: string[] = []
      const dialog = rendered?.dialog() ?? expect.fail('no dialog')
      const watcher = new MutationObserver(() => texts.push(visibleText()))
      watcher.observe(dialog, { subtree: true, childList: true, characterData: true })
      try {
        rendered?.click(/Received/)
        await waitForText(/Confirmed/)
        await new Promise((resolve) => setTimeout(resolve, 30))
        expect(visibleText()).toMatch(/Confirmed/)
        expect(texts.filter((text) => text.includes('not found'))).toEqual([])
      } finally {
        watcher.disconnect()
        clock.mockRestore()
      }
    }

    it.each([
      ['no transactions', []],
      ['a new transaction', [{ ...old, id: 'new', type: 'mint', at: Date.UTC(2026, 6, 6) }]],
    ])('and the latest blocks have %s', async (_name, newest) => {
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
      await openEntry(['Load more'])
      expect(turn).toBe(2)
    })

    it('and the newest page of the service contains only entries of other networks', async () => {
      const other = Object.assign(record('o'), { metadata: { chain: 'eip155:2' } })
      await show({
        script: {
          [path]: ({ url }: { url: URL }) =>
            url.searchParams.has('cursor') ? { data: [record('old')], next: null } : { data: [other], next: 'two' },
        },
      })
      await openEntry([])
    })
  })
})
