import { transactionSeen, transactionSent, transactionSettled } from '../domain/events.js'
import { transactionNotSent } from '../domain/reports.js'
import { createWalletModal } from '../modal/modal.js'
import type { WalletModal } from '../modal/wallet-modal.js'
import { type Context, definePlugin, type PluginInstance } from '../plugins/plugin.js'
import { createFakeNamespace } from '../testing/fake-namespace.js'
import { createTransactions } from './create-transactions.js'
import type { BuiltTransaction, DriverOutcome, TracedStatus, TransactionDriver } from './driver.js'
import type { SentTransaction } from './sent-transaction.js'
import type { TransactionRequest, TransactionStatus, Transactions } from './transactions.js'
import { toTransferRequest } from './transfer.js'

const host = definePlugin({
  name: 'host',
  kernel: '^0.1',
  permissions: { storage: ['transactions', 'submissions'] },
  setup: (ctx) => ctx,
})
export const hash = '0xabc'
export const token = {
  ...{ assetId: 'fake:1/native:coin', caipNetworkId: 'fake:1', name: 'Coin', symbol: 'COIN' },
  decimals: 18,
}

/** Driver that the test controls. */
export class FakeDriver implements TransactionDriver {
  readonly namespace = 'fake'
  readonly speeds = []
  sends = 0
  outcome: () => Promise<DriverOutcome> = async () => ({ status: 'sent', hash })
  now: TransactionStatus | TracedStatus = 'pending'
  /** Result of `statusByTrace`. */
  traced: TracedStatus = { status: 'pending' }
  readonly tracedStatuses: string[] = []
  /** Overrides fields of the built transaction. */
  change: Partial<BuiltTransaction> = {}

  async build({ connection, network, calls }: TransactionRequest): Promise<BuiltTransaction> {
    const from = connection.account.address
    return {
      ...{ from, caipNetworkId: network.caipNetworkId, call: 'pay', payload: 'bytes', fee: 5n, extras: [] },
      balanceChanges: 'unavailable',
      contents: calls.map(() => ({ type: 'transfer', assetId: token.assetId, amount: 7n, from, to: 'fake-9' })),
      currentPayload: () => 'bytes',
      send: async () => {
        this.sends++
        return this.outcome()
      },
      ...this.change,
    }
  }
  async status(): Promise<TransactionStatus | TracedStatus> {
    return this.now
  }
  async statusByTrace({ trace = '' }: SentTransaction): Promise<TracedStatus> {
    this.tracedStatuses.push(trace)
    return this.traced
  }
}

interface Stage extends Disposable {
  readonly ctx: Context
  readonly driver: FakeDriver
  readonly fake: ReturnType<typeof createFakeNamespace>
  readonly events: readonly string[]
  readonly errors: WalletModal['errors']
  prepare(request?: Partial<TransactionRequest>): ReturnType<Transactions['prepare']>
  /** Prepares a request without expected actions. */
  prepareOpen(): ReturnType<Transactions['prepare']>
  readonly transactions: Transactions
}

/** `plugins`: further plugins of the modal. */
export async function createStage(driver = new FakeDriver(), plugins: readonly PluginInstance[] = []): Promise<Stage> {
  const fake = createFakeNamespace()
  const modal = createWalletModal({
    plugins: [fake.plugin(), host(), ...plugins],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  const ctx = modal.use(host)
  if (!ctx) throw new Error('There is no context.')
  const events: string[] = []
  modal.on(transactionSent, ({ hash }) => events.push(hash === undefined ? 'sent' : `sent ${hash}`))
  modal.on(transactionSeen, ({ hash, nonce }) => events.push(`seen ${hash} ${nonce}`))
  modal.on(transactionSettled, ({ hash, status }) => events.push(`settled ${hash} ${status}`))
  modal.on(transactionNotSent, ({ isRejected, message }) =>
    events.push(`not sent: ${isRejected ? 'rejected' : message}`),
  )
  await modal.connections.connect(fake.wallet.connector)
  const transactions = createTransactions(ctx, driver)
  const draft = () => {
    const connection = ctx.connections.active.peek()
    if (!connection) throw new Error('Nothing is connected.')
    return { connection, network: fake.networks[0], token, receiver: 'fake-9', amount: 7n }
  }
  return {
    ...{ ctx, driver, fake, events, transactions, errors: modal.errors },
    prepare: (request = {}) =>
      transactions.prepare({ ...toTransferRequest(draft(), ['call']), ...request }, ctx.abortSignal),
    prepareOpen() {
      const { expects, ...request } = toTransferRequest(draft(), ['call'])
      return transactions.prepare(request, ctx.abortSignal)
    },
    [Symbol.dispose]: () => modal.dispose(),
  }
}
