// @vitest-environment happy-dom
import {
  definePlugin,
  type HistoryEntry,
  type HistorySource,
  type SendHandler,
  type SentTransaction,
  type TransactionStatus,
  transactionSent,
  transactionSettled,
} from '@wallet-modal/kernel'
import { historySources, sendHandlers } from '@wallet-modal/kernel/assets'
import {
  createFakeApi,
  createFakeNamespace,
  type FakeApi,
  type FakeNamespace,
  type RenderedModal,
  renderModal,
  waitUntil,
} from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ActivityTab, Transactions } from './contract.js'
import { history } from './index.js'

const path = 'blockchain:/v1/account/fake-1/history'
const served = { http: ['eip155:1', 'eip155:2'], ws: [] }

interface RecordPlan {
  readonly type?: string
  readonly at?: string
  readonly status?: string
  readonly amount?: string
  readonly direction?: string
}
/** A record as the service sends it. */
const record = (id: string, { type = 'receive', at = '2026-11-03T10:00:00Z', ...plan }: RecordPlan = {}): object => ({
  id,
  metadata: {
    operationType: type,
    hash: `0x${id}`,
    chain: 'eip155:1',
    minedAt: at,
    sentFrom: 'somebody',
    sentTo: 'fake-1',
    status: plan.status ?? 'confirmed',
    nonce: 1,
  },
  transfers: [
    {
      fungible_info: { name: 'Coin', symbol: 'COIN' },
      direction: plan.direction ?? 'in',
      quantity: { numeric: plan.amount ?? '1.5' },
      price: 2,
    },
  ],
})

let rendered: RenderedModal | undefined
let api: FakeApi | undefined
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
})
afterEach(() => {
  rendered?.dispose()
  api?.dispose()
})

interface Scene {
  readonly script?: Parameters<typeof createFakeApi>[0]
  readonly namespace?: string
  readonly source?: HistorySource
  /** Answers what became of a transaction. */
  readonly status?: (sent: SentTransaction) => TransactionStatus
  readonly view?: typeof Transactions
  readonly id?: string
}
let fake: FakeNamespace
const emitter = definePlugin({
  name: 'emitter',
  kernel: '^0.1',
  setup: (ctx) => (one: SentTransaction) => ctx.emit(transactionSent, one),
})

const notAsked = async (): Promise<never> => {
  throw new Error('nobody asked for this')
}
const handler: Omit<SendHandler, 'namespace' | 'status'> = {
  speeds: [],
  canSend: () => true,
  inspectReceiver: notAsked,
  limit: notAsked,
  prepare: notAsked,
}

async function show({ script = {}, namespace = 'eip155', source, status, view = Transactions, id }: Scene = {}) {
  fake = createFakeNamespace(namespace)
  api = createFakeApi({ 'blockchain:/v1/supported-chains': served, ...script })
  const family = definePlugin({
    name: 'family',
    kernel: '^0.1',
    setup(ctx) {
      if (source) ctx.add(historySources, source)
      if (status) ctx.add(sendHandlers, { ...handler, namespace, status: async (one) => status(one) })
    },
  })
  rendered = await renderModal([fake.plugin(), api.plugin, family(), emitter(), history()], {
    networks: fake.networks.map((one) => ({ ...one, explorerUrl: 'https://explorer.test/?cluster=x' })),
    view,
    ...(id && { id }),
  })
  await rendered.modal.connections.connect(fake.wallet.connector)
  return rendered
}
/** What a visitor reads, without the letters in pictures. */
const said = (): string => {
  const dialog = rendered?.dialog().cloneNode(true)
  if (!(dialog instanceof HTMLElement)) return ''
  for (const picture of dialog.querySelectorAll('svg')) picture.remove()
  return (dialog.textContent ?? '').replace(/[\u2066\u2069]/g, '').replace(/\s+/g, ' ')
}
const reads = (text: string | RegExp): Promise<void> => waitUntil(() => expect(said()).toMatch(text))
const asked = (): readonly string[] =>
  (api?.requests ?? [])
    .filter(({ url }) => url.pathname.endsWith('/history'))
    .map(({ url }) => url.searchParams.get('cursor') ?? '')

const sent = (more: Partial<SentTransaction> = {}): SentTransaction => ({
  caipNetworkId: 'eip155:1',
  address: 'fake-1',
  hash: '0xsent',
  token: { assetId: 'eip155:1/slip44:60', caipNetworkId: 'eip155:1', name: 'Coin', symbol: 'COIN', decimals: 18 },
  amount: 2n * 10n ** 18n + 1n,
  receiver: 'receiver-1',
  sentAt: Date.now(),
  ...more,
})
const emit = (more: Partial<SentTransaction> = {}): void => rendered?.modal.use(emitter)?.(sent(more))

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
      /November 2026Received.*\+1\.5 COIN.*October 2026Sent.*−0\.1 COINSwapped.*FailedJanuary 2025Transaction/,
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

  it('of a network that the service does not list is not asked for', async () => {
    await show({
      script: {
        'blockchain:/v1/supported-chains': { http: ['eip155:7'], ws: [] },
        [path]: { data: [record('a')], next: null },
      },
    })
    await reads(/No past activity from this network.*eip155 1.*View on block explorer/)
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

  it('the tab shows the latest and leads to all', async () => {
    const data = Array.from({ length: 9 }, (_, at) => record(`r${at}`))
    await show({ view: ActivityTab, script: { [path]: { data, next: null } } })
    await reads(/All activity/)
    expect(rendered?.dialog().querySelectorAll('.wm-item').length).toBe(7)
    rendered?.click('All activity')
    await waitUntil(() => expect(rendered?.dialog().querySelectorAll('.wm-item').length).toBe(9))
  })
})

describe('what was sent from here', () => {
  const empty = { [path]: { data: [], next: null } }

  it('is pending first, until it is confirmed; the list is read anew, and others hear of it', async () => {
    let status: TransactionStatus = 'pending'
    let isListed = false
    await show({
      status: () => status,
      script: {
        [path]: () => ({
          data: [...(isListed ? [record('sent', { type: 'send', direction: 'out' })] : []), record('old')],
          next: null,
        }),
      },
    })
    await reads(/Received/)
    const heard: string[] = []
    rendered?.modal.on(transactionSettled, (one) => void heard.push(`${one.hash} ${one.status}`))
    emit()
    await reads(/PendingSentTo .*receiver-1.*−2 COINPending.*November 2026Received/)
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
    try {
      status = 'confirmed'
      await vi.waitFor(() => expect(heard).toEqual(['0xsent confirmed']), 9000)
      isListed = true
      await rendered?.modal.use(history)?.refresh()
      await vi.waitFor(() => expect(localStorage.length).toBe(1)) // the connection alone
      expect(rendered?.text().match(/Sent/g)?.length).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is there again after the page was loaded anew, and no more than 99 of it', async () => {
    await show({ status: () => 'pending', script: empty, id: 'kept' })
    for (let at = 0; at < 105; at++) emit({ hash: `0x${at}`, sentAt: 1_790_000_000_000 + at })
    await waitUntil(() => expect(rendered?.modal.use(history)?.entries.peek().length).toBe(99))
    rendered?.dispose()
    api?.dispose()
    await show({ status: () => 'pending', script: empty, id: 'kept' })
    await waitUntil(() => expect(rendered?.modal.use(history)?.entries.peek().length).toBe(99))
    expect(rendered?.modal.use(history)?.entries.peek()[0]).toMatchObject({ hash: '0x104', status: 'pending' })
    expect(rendered?.modal.use(history)?.entries.peek()[0]?.transfers[0]?.amount).toBe(2n * 10n ** 18n + 1n)
  })

  it('is asked about with its nonce also after the page was loaded anew', async () => {
    const nonces: (bigint | undefined)[] = []
    const status = ({ nonce }: SentTransaction): TransactionStatus => {
      nonces.push(nonce)
      return nonces.length > 1 && nonce === 2n ** 63n ? 'replaced' : 'pending'
    }
    await show({ status, script: empty, id: 'nonce' })
    emit({ nonce: 2n ** 63n })
    await waitUntil(() => expect(nonces.length).toBe(1))
    rendered?.dispose()
    api?.dispose()
    await show({ status, script: empty, id: 'nonce' })
    await reads(/SentTo .*Replaced/)
    expect(nonces).toEqual([2n ** 63n, 2n ** 63n])
  })

  it('J1: what is no list of transactions in the storage counts as nothing, and broken ones are left out', async () => {
    const { hash: _, amount, ...good } = sent()
    for (const data of [
      {},
      'x',
      [7, { ...good, amount: '1e9' }, { ...good, token: {} }, { ...good, amount: String(amount) }],
    ]) {
      localStorage.setItem('wallet-modal/j1/@wallet-modal/history/sent', JSON.stringify({ v: 1, data }))
      await show({ script: empty, id: 'j1' })
      await reads(Array.isArray(data) ? /Sent, result unknown/ : /No transactions yet/)
      expect(rendered?.modal.use(history)?.entries.peek().length).toBe(Array.isArray(data) ? 1 : 0)
      rendered?.dispose()
      api?.dispose()
    }
  })

  it('whose answer got lost is unknown, until the visitor dismisses it', async () => {
    await show({ script: empty })
    const { hash: _, ...lost } = sent()
    rendered?.modal.use(emitter)?.(lost)
    await reads(/PendingSent, result unknownTo/)
    rendered?.click(/result unknown/)
    await reads(/The answer got lost.*−2\.000000000000000001 COIN.*receiver-1/)
    rendered?.click('Do not show it any more')
    await reads(/No transactions yet/)
  })

  it('whose answer got lost is known once the history lists it', async () => {
    let data: readonly object[] = []
    await show({ script: { [path]: () => ({ data, next: null }) } })
    const { hash: _, ...lost } = sent({ sentAt: Date.parse('2026-11-03T09:59:00Z') })
    rendered?.modal.use(emitter)?.(lost)
    await reads(/result unknown/)
    const listed = record('x', { type: 'send', direction: 'out', amount: '2.000000000000000001' })
    Object.assign(Reflect.get(listed, 'metadata'), { sentFrom: 'fake-1', sentTo: 'receiver-1' })
    data = [listed]
    await rendered?.modal.use(history)?.refresh()
    await reads(/November 2026SentTo/)
    expect(rendered?.text()).not.toContain('result unknown')
  })

  it.each([
    ['failed', /SentTo .*Failed/],
    ['replaced', /SentTo .*Replaced/],
  ] as const)('that has %s says so in words', async (status, words) => {
    await show({ status: () => status, script: empty })
    emit()
    await reads(words)
  })

  it('of another account or network is not shown here', async () => {
    await show({ script: empty })
    emit({ address: 'fake-2', hash: '0xother' })
    emit({ caipNetworkId: 'eip155:2', hash: '0xelse' })
    await reads(/No transactions yet/)
    rendered?.modal.connections.adapter('eip155').switchAccount('fake-2')
    await waitUntil(() => expect(rendered?.modal.use(history)?.entries.peek()[0]?.hash).toBe('0xother'))
  })

  it('is listed where the network tells nothing of the past', async () => {
    await show({ script: { 'blockchain:/v1/supported-chains': { http: [] } } })
    emit()
    await reads(/PendingSentTo .*does not list past transactions. Here is what you sent from this site/)
  })
})
