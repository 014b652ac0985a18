import {
  definePlugin,
  type HistorySource,
  type SentTransaction,
  type SentTransfer,
  type Submission,
  type TransactionStatus,
  transactionSeen,
  transactionSent,
} from '@wallet-modal/kernel'
import { historySources } from '@wallet-modal/kernel/assets'
import {
  createFakeApi,
  createFakeNamespace,
  type FakeApi,
  type FakeNamespace,
  type RenderedModal,
  renderModal,
  waitUntil,
} from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { Transactions } from './contract.js'
import { history } from './index.js'

export const path = 'blockchain:/v1/account/fake-1/history'
const served = { http: ['eip155:1', 'eip155:2'], ws: [] }

interface RecordPlan {
  readonly type?: string
  readonly at?: string
  readonly status?: string
  readonly amount?: string
  readonly direction?: string
}
/** A record as the service sends it. */
export const record = (
  id: string,
  { type = 'receive', at = '2026-11-03T10:00:00Z', ...plan }: RecordPlan = {},
): object => ({
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

export let rendered: RenderedModal | undefined
export let api: FakeApi | undefined
/** Registers hooks that reset the page before or after each test. Each test file must call it. */
export function resetEachTest(): void {
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    localStorage.clear()
  })
  afterEach(() => {
    rendered?.dispose()
    api?.dispose()
  })
}

interface PageSetup {
  readonly script?: Parameters<typeof createFakeApi>[0]
  readonly namespace?: string
  /** Default: true for `eip155`. */
  readonly isIndexed?: boolean
  readonly source?: HistorySource
  readonly sources?: readonly HistorySource[]
  /** Status of a sent transaction, as its chain reports it. */
  readonly status?: (sent: Submission) => TransactionStatus
  readonly view?: typeof Transactions
  readonly id?: string
  readonly accounts?: readonly string[]
  readonly locale?: string
}
export let fake: FakeNamespace
export const emitter = definePlugin({
  name: 'emitter',
  kernel: '^0.1',
  setup: (ctx) => ({
    sent: (one: SentTransaction) => ctx.emit(transactionSent, one),
    seen: (one: SentTransaction & { readonly hash?: string }) => ctx.emit(transactionSeen, { hash: '0xsent', ...one }),
  }),
})

export async function show({
  script = {},
  namespace = 'eip155',
  isIndexed = namespace === 'eip155',
  source,
  sources = source ? [source] : [],
  status,
  view = Transactions,
  id,
  accounts,
  locale,
}: PageSetup = {}) {
  fake = createFakeNamespace(namespace, {
    isIndexed,
    transactions: { status: async (one) => status?.(one) ?? 'pending' },
  })
  api = createFakeApi({ 'blockchain:/v1/supported-chains': served, ...script })
  const family = definePlugin({
    name: 'family',
    kernel: '^0.1',
    setup(ctx) {
      for (const one of sources) ctx.add(historySources, one)
    },
  })
  rendered = await renderModal([fake.plugin(), api.plugin, family(), emitter(), history()], {
    networks: fake.networks.map((one) => ({ ...one, explorerUrl: 'https://explorer.test/?cluster=x' })),
    view,
    ...(id && { id }),
    ...(locale && { locale }),
  })
  if (accounts) fake.wallet.changeAccounts(accounts)
  await rendered.modal.connections.connect(fake.wallet.connector)
  return rendered
}
/** Text of the dialog, without direction marks and without the text of SVG images. */
export const visibleText = (): string => {
  const dialog = rendered?.dialog().cloneNode(true)
  if (!(dialog instanceof HTMLElement)) return ''
  for (const picture of dialog.querySelectorAll('svg')) picture.remove()
  return (dialog.textContent ?? '').replace(/[\u2066\u2069]/g, '').replace(/\s+/g, ' ')
}
export const waitForText = (text: string | RegExp): Promise<void> =>
  waitUntil(() => expect(visibleText()).toMatch(text))
export const requestedCursors = (): readonly string[] =>
  (api?.requests ?? [])
    .filter(({ url }) => url.pathname.endsWith('/history'))
    .map(({ url }) => url.searchParams.get('cursor') ?? '')

export const sent = (more: Partial<SentTransfer> = {}): SentTransfer => ({
  type: 'transfer',
  caipNetworkId: 'eip155:1',
  address: 'fake-1',
  hash: '0xsent',
  token: { assetId: 'eip155:1/slip44:60', caipNetworkId: 'eip155:1', name: 'Coin', symbol: 'COIN', decimals: 18 },
  amount: 2n * 10n ** 18n + 1n,
  receiver: 'receiver-1',
  sentAt: Date.now(),
  ...more,
})
export const emit = (more: Partial<SentTransfer> = {}): void => rendered?.modal.use(emitter)?.sent(sent(more))
