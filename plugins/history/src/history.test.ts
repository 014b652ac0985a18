// @vitest-environment happy-dom
import type { HistoryEntry, HistorySource } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { ActivityTab } from './contract.js'
import { api, asked, path, reads, record, rendered, resetEachTest, said, show } from './history.test.fixtures.js'
import { history } from './index.js'

resetEachTest()

describe('past activity', () => {
  it('is listed by month, the newest first, in words and exact amounts', async () => {
    await show({
      script: {
        [path]: {
          data: [
            record('b', { type: 'send', direction: 'out', amount: '0.100000000000000001', at: '2026-10-31T12:00:00Z' }),
            record('a'),
            record('c', { type: 'trade', status: 'failed', at: '2026-10-01T12:00:00Z' }),
            record('d', { type: 'somethingnew', at: '2025-01-10T12:00:00Z' }),
          ],
          next: null,
        },
      },
    })
    await reads(
      /November 2026Received.*\+1\.5 COIN.*October 2026Sent.*−0\.1 COIN.*Swapped.*FailedJanuary 2025Transaction/,
    )
    rendered?.click(/Sent/)
    await reads(/−0\.100000000000000001 COIN.*Fromsomebody.*ToYou.*Networkeip155 1.*0xb.*View on block explorer/)
    expect(rendered?.dialog().querySelector('a[href]')?.getAttribute('href')).toBe(
      'https://explorer.test/tx/0xb?cluster=x',
    )
  })

  it('H3: nothing but address, network, cursor and the site’s identification goes out', async () => {
    await show({ script: { [path]: { data: [record('a')], next: 'more' } } })
    await waitUntil(() => expect(asked()).toContain('more'))
    for (const { url, body, method } of api?.requests ?? []) {
      const own = [...url.searchParams.keys()].filter((key) => !['projectId', 'st', 'sv'].includes(key))
      expect([method, body, own.filter((key) => !['cursor', 'chainId'].includes(key))]).toEqual(['GET', undefined, []])
    }
  })

  it('is listed by the months of the calendar that its dates are written in', async () => {
    const at = (day: string): object => record(day, { at: `${day}T12:00:00Z` })
    await show({
      locale: 'fa-u-nu-latn',
      script: { [path]: { data: ['2026-11-28', '2026-11-12', '2026-10-27'].map(at), next: null } },
    })
    await waitUntil(() => expect(rendered?.dialog().querySelectorAll('.wm-item').length).toBe(3))
    const rows = [...(rendered?.dialog().querySelectorAll('.wm-section-title, .wm-item') ?? [])]
    const months = rows.map((row) => (row.className === 'wm-section-title' ? row.textContent : ''))
    expect(months).toEqual(['1405 آذر', '', '1405 آبان', '', ''])
  })

  it('D12: knows the own address in every writing that a service may choose', async () => {
    const own = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
    const [from, to] = [`0x${'12'.repeat(20)}`, own.toLowerCase()]
    const metadata = { operationType: 'receive', chain: 'eip155:1', minedAt: '2026-11-03T10:00:00Z' }
    const received = { id: 'r', metadata: { ...metadata, sentFrom: from, sentTo: to, status: 'confirmed' } }
    const moved = { id: 's', metadata: { ...received.metadata, operationType: 'send', sentFrom: to } }
    const transfer = { fungible_info: { name: 'Coin', symbol: 'COIN' }, quantity: { numeric: '1' }, price: 2 }
    await show({
      accounts: [own],
      script: {
        [`blockchain:/v1/account/${own}/history`]: {
          data: [
            { ...received, transfers: [{ ...transfer, direction: 'in' }] },
            { ...moved, transfers: [{ ...transfer, direction: 'self' }] },
          ],
          next: null,
        },
      },
    })
    await reads(/Received/)
    expect(said()).not.toMatch(/To 0x/)
    rendered?.click(/Received/)
    await reads(/Confirmed.*ToYou/)
    expect(said()).not.toMatch(/Copy receiver/)
  })

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

  describe('that the service lists as pending', () => {
    const ids = (): readonly string[] | undefined =>
      rendered?.modal
        .use(history)
        ?.entries.peek()
        .map(({ id }) => id)
    const pending = record('p', { status: 'pending' })
    let newest: readonly object[] = []
    const script = {
      [path]: ({ url }: { url: URL }) =>
        url.searchParams.has('cursor') ? { data: [record('old')], next: null } : { data: newest, next: 'two' },
    }

    it('goes once the newest page has it no more, as it was replaced or dropped', async () => {
      newest = [pending, record('a')]
      await show({ script })
      await waitUntil(() => expect(ids()).toEqual(['p', 'a', 'old']))
      newest = [record('b'), record('a')]
      await rendered?.modal.use(history)?.refresh()
      expect(ids()).toEqual(['b', 'a', 'old'])
    })

    it('does not tell that nothing is missing between the newest page and the old ones', async () => {
      newest = [pending, record('a')]
      await show({ script })
      await waitUntil(() => expect(ids()).toEqual(['p', 'a', 'old']))
      newest = [pending, record('z')]
      await rendered?.modal.use(history)?.refresh()
      expect(ids()?.slice(0, 2)).toEqual(['p', 'z'])
      expect(ids()).not.toContain('a')
    })
  })

  it('an answer for an account that is no longer shown is dropped', async () => {
    let answer = (_: unknown): void => {}
    await show({
      script: {
        [path]: () => new Promise((resolve) => (answer = resolve)),
        'blockchain:/v1/account/fake-2/history': { data: [record('second', { type: 'mint' })], next: null },
      },
    })
    await waitUntil(() => expect(asked()).toEqual(['']))
    rendered?.modal.connections.adapter('eip155').switchAccount('fake-2')
    await reads(/Minted/)
    answer({ data: [record('first', { type: 'burn' })], next: null })
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(rendered?.text()).not.toContain('Burnt')
  })

  it('what comes late from a source that does not heed that it was told to stop is dropped', async () => {
    const entry = (type: string): HistoryEntry => ({
      ...{ id: type, caipNetworkId: 'fifth:1', type, status: 'confirmed', at: 1_790_000_000_000, transfers: [] },
    })
    const late: (() => void)[] = []
    const source: HistorySource = {
      namespace: 'fifth',
      page: ({ account }) =>
        account.address === 'fake-2'
          ? Promise.resolve({ entries: [entry('mint')] })
          : new Promise((resolve) => late.push(() => resolve({ entries: [entry('burn')] }))),
    }
    await show({ namespace: 'fifth', source })
    await waitUntil(() => expect(late.length).toBe(1))
    rendered?.modal.connections.adapter('fifth').switchAccount('fake-2')
    await reads(/Minted/)
    late[0]?.()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(said()).toMatch(/Minted/)
    expect(said()).not.toMatch(/Burnt/)
  })

  it('that cannot be fetched says so, and is fetched again', async () => {
    let works = false
    await show({
      script: { [path]: () => (works ? { data: [record('a')], next: null } : new Response('', { status: 400 })) },
    })
    await reads(/Failed to fetch transactions.*Try again/)
    await waitUntil(() =>
      expect(document.querySelector('[data-wallet-modal]')?.shadowRoot?.textContent).toMatch(
        /Failed to fetch transactions.*Failed to fetch transactions/,
      ),
    )
    works = true
    rendered?.click('Try again')
    await reads(/Received/)
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

  it('says over the page of a site that asks by itself, with the modal closed, nothing of a failure', async () => {
    let works = true
    await show({
      script: { [path]: () => (works ? { data: [record('a')], next: null } : new Response('', { status: 400 })) },
    })
    await reads(/Received/)
    rendered?.modal.close()
    works = false
    await rendered?.modal.use(history)?.refresh()
    expect(rendered?.modal.use(history)?.status.peek()).toBe('failed')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(document.querySelector('[data-wallet-modal]')?.shadowRoot?.textContent).not.toMatch(/Failed to fetch/)
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

  it('of a network that the service does not list is not asked for', async () => {
    await show({
      script: {
        'blockchain:/v1/supported-chains': { http: ['eip155:7'], ws: [] },
        [path]: { data: [record('a')], next: null },
      },
    })
    await reads(/Past activity is not available.*eip155 1.*View on block explorer/)
    expect(asked()).toEqual([])
  })

  it('of another family comes from its own source, with its cursor', async () => {
    const entry = (id: string): HistoryEntry => ({
      ...{
        id,
        caipNetworkId: 'fifth:1',
        type: 'receive',
        status: 'confirmed',
        at: Date.UTC(2026, 5, 5),
        fee: 7n,
        from: 'x',
      },
      transfers: [{ direction: 'in', kind: 'token', name: 'Coin', symbol: 'COIN', amount: 5n, decimals: 0 }],
    })
    const cursors: (string | undefined)[] = []
    const source: HistorySource = {
      namespace: 'fifth',
      page: async ({ cursor }) => {
        cursors.push(cursor)
        return cursor === undefined ? { entries: [entry('1')], next: 'n' } : { entries: [entry('2')] }
      },
    }
    await show({ namespace: 'fifth', source })
    await waitUntil(() => expect(cursors).toEqual([undefined, 'n']))
    await waitUntil(() => expect(rendered?.dialog().querySelectorAll('.wm-item').length).toBe(2))
    rendered?.click(/Received/)
    await reads(/Fee0\.000000000000000007 COIN/)
    expect(api?.requests).toEqual([])
  })

  it('of a family whose blocks are looked through says how far, and goes on when it is asked', async () => {
    const pages = [
      { entries: [], next: '1', lookedBack: 250 },
      { entries: [], lookedBack: 1250 },
    ]
    const cursors: (string | undefined)[] = []
    await show({
      namespace: 'fifth',
      source: {
        namespace: 'fifth',
        async page({ cursor }) {
          cursors.push(cursor)
          return pages[Number(cursor ?? 0)] ?? null
        },
      },
    })
    await reads(/No recent transactions.*fifth 1 has no list .* only its latest blocks were searched: 250.*Load more/)
    rendered?.click('Load more')
    await reads(/latest blocks were searched: 1250/)
    expect(said()).not.toMatch(/Load more|No transactions yet/)
    expect(cursors).toEqual([undefined, '1'])
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
              ? { entries: turn++ === 0 ? [] : newest, next: 'n', lookedBack: 250 }
              : { entries: [old], next: 'm', lookedBack: 1250 },
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

  it('is read again after the clock was set back', async () => {
    await show({ script: { [path]: { data: [record('a')], next: null } } })
    await reads(/Received/)
    expect(asked().length).toBe(1)
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
    try {
      rendered?.click(/Received/)
      await reads(/Confirmed/)
      await vi.waitFor(() => expect(asked().length).toBe(2))
    } finally {
      clock.mockRestore()
    }
  })

  it('the tab shows the latest and leads to all', async () => {
    const data = Array.from({ length: 9 }, (_, at) => record(`r${at}`))
    await show({ view: ActivityTab, script: { [path]: { data, next: null } } })
    await reads(/All activity/)
    expect(rendered?.dialog().querySelectorAll('.wm-item').length).toBe(7)
    rendered?.click('All activity')
    await waitUntil(() => expect(rendered?.dialog().querySelectorAll('.wm-item').length).toBe(9))
  })
})
