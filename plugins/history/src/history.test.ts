// @vitest-environment happy-dom
import type { HistoryEntry, HistorySource } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
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

  it('the tab shows the latest and leads to all', async () => {
    const data = Array.from({ length: 9 }, (_, at) => record(`r${at}`))
    await show({ view: ActivityTab, script: { [path]: { data, next: null } } })
    await reads(/All activity/)
    expect(rendered?.dialog().querySelectorAll('.wm-item').length).toBe(7)
    rendered?.click('All activity')
    await waitUntil(() => expect(rendered?.dialog().querySelectorAll('.wm-item').length).toBe(9))
  })
})
