// @vitest-environment happy-dom
import type { HistoryEntry, HistorySource } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import { ActivityTab } from './contract.js'
import {
  api,
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
  it('is listed by month, newest first, with exact amounts in the details', async () => {
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
    await waitForText(
      /November 2026Received.*\+1\.5 COIN.*October 2026Sent.*−0\.1 COIN.*Swapped.*FailedJanuary 2025Transaction/,
    )
    rendered?.click(/Sent/)
    await waitForText(/−0\.100000000000000001 COIN.*Fromsomebody.*ToYou.*Networkeip155 1.*0xb.*View on block explorer/)
    expect(rendered?.dialog().querySelector('a[href]')?.getAttribute('href')).toBe(
      'https://explorer.test/tx/0xb?cluster=x',
    )
  })

  it('H3: is requested with nothing but address, network, cursor, project id, and name and version of this toolkit', async () => {
    await show({ script: { [path]: { data: [record('a')], next: 'more' } } })
    await waitUntil(() => expect(requestedCursors()).toContain('more'))
    for (const { url, body, method } of api?.requests ?? []) {
      const own = [...url.searchParams.keys()].filter((key) => !['projectId', 'st', 'sv'].includes(key))
      expect([method, body, own.filter((key) => !['cursor', 'chainId'].includes(key))]).toEqual(['GET', undefined, []])
    }
  })

  it("is grouped by the months of the locale's calendar", async () => {
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

  it('D12: shows the own address as "You" in any letter case', async () => {
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
    await waitForText(/Received/)
    expect(visibleText()).not.toMatch(/To 0x/)
    rendered?.click(/Received/)
    await waitForText(/Confirmed.*ToYou/)
    expect(visibleText()).not.toMatch(/Copy receiver/)
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

    it('is removed once the newest page no longer lists it, because it was replaced or dropped', async () => {
      newest = [pending, record('a')]
      await show({ script })
      await waitUntil(() => expect(ids()).toEqual(['p', 'a', 'old']))
      newest = [record('b'), record('a')]
      await rendered?.modal.use(history)?.refresh()
      expect(ids()).toEqual(['b', 'a', 'old'])
    })

    it('does not join the newest page with older pages: without a settled entry in both, the older pages are dropped', async () => {
      newest = [pending, record('a')]
      await show({ script })
      await waitUntil(() => expect(ids()).toEqual(['p', 'a', 'old']))
      newest = [pending, record('z')]
      await rendered?.modal.use(history)?.refresh()
      expect(ids()?.slice(0, 2)).toEqual(['p', 'z'])
      expect(ids()).not.toContain('a')
    })
  })

  it('ignores a late reply for an account that is no longer active', async () => {
    let answer = (_: unknown): void => {}
    await show({
      script: {
        [path]: () => new Promise((resolve) => (answer = resolve)),
        'blockchain:/v1/account/fake-2/history': { data: [record('second', { type: 'mint' })], next: null },
      },
    })
    await waitUntil(() => expect(requestedCursors()).toEqual(['']))
    rendered?.modal.connections.adapter('eip155').switchAccount('fake-2')
    await waitForText(/Minted/)
    answer({ data: [record('first', { type: 'burn' })], next: null })
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(rendered?.text()).not.toContain('Burnt')
  })

  it('ignores a late page of a source that does not observe its AbortSignal', async () => {
    const entry = (type: string): HistoryEntry => ({
      ...{ id: type, caipNetworkId: 'fifth:1', type, status: 'confirmed', at: 1_790_000_000_000, transfers: [] },
    })
    const pendingReplies: (() => void)[] = []
    const source: HistorySource = {
      namespace: 'fifth',
      page: ({ account }) =>
        account.address === 'fake-2'
          ? Promise.resolve({ entries: [entry('mint')] })
          : new Promise((resolve) => pendingReplies.push(() => resolve({ entries: [entry('burn')] }))),
    }
    await show({ namespace: 'fifth', source })
    await waitUntil(() => expect(pendingReplies.length).toBe(1))
    rendered?.modal.connections.adapter('fifth').switchAccount('fake-2')
    await waitForText(/Minted/)
    pendingReplies[0]?.()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(visibleText()).toMatch(/Minted/)
    expect(visibleText()).not.toMatch(/Burnt/)
  })

  it('that cannot be fetched shows an error, and "Try again" fetches it', async () => {
    let works = false
    await show({
      script: { [path]: () => (works ? { data: [record('a')], next: null } : new Response('', { status: 400 })) },
    })
    await waitForText(/Failed to fetch transactions.*Try again/)
    await waitUntil(() =>
      expect(document.querySelector('[data-wallet-modal]')?.shadowRoot?.textContent).toMatch(
        /Failed to fetch transactions.*Failed to fetch transactions/,
      ),
    )
    works = true
    rendered?.click('Try again')
    await waitForText(/Received/)
  })

  it('shows no error if a refresh() by the site fails while the modal is closed', async () => {
    let works = true
    await show({
      script: { [path]: () => (works ? { data: [record('a')], next: null } : new Response('', { status: 400 })) },
    })
    await waitForText(/Received/)
    rendered?.modal.close()
    works = false
    await rendered?.modal.use(history)?.refresh()
    expect(rendered?.modal.use(history)?.status.peek()).toBe('failed')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(document.querySelector('[data-wallet-modal]')?.shadowRoot?.textContent).not.toMatch(/Failed to fetch/)
  })

  it('is shortened to the latest entries in the Activity tab, which has a link to all entries', async () => {
    const data = Array.from({ length: 9 }, (_, at) => record(`r${at}`))
    await show({ view: ActivityTab, script: { [path]: { data, next: null } } })
    await waitForText(/All activity/)
    expect(rendered?.dialog().querySelectorAll('.wm-item').length).toBe(7)
    rendered?.click('All activity')
    await waitUntil(() => expect(rendered?.dialog().querySelectorAll('.wm-item').length).toBe(9))
  })
})
