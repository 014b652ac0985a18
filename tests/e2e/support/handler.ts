import {
  connectors,
  createWalletModal,
  definePlugin,
  type Network,
  type PaymentLink,
  type PaymentNote,
  type PluginInstance,
  type PreparedTransaction,
  type SendLimit,
  type TokenBalance,
  type TransactionReview,
  type TransferAction,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { sendHandlers } from '@wallet-modal/kernel/assets'
import { transferOf } from '@wallet-modal/kernel/transactions'

interface HandlerPlan {
  /** The chain family's plugin. */
  readonly family: PluginInstance
  readonly network: Network
  /** Provider of a wallet that has keys. It has the interface of the family's connectors. */
  readonly provider: object
}

type Token = Pick<TokenBalance, 'assetId'> & Partial<TokenBalance>

interface Payment {
  readonly token: Token
  readonly receiver: string
  readonly speed?: 'standard' | 'fast' | 'instant'
  readonly note?: PaymentNote
}

/** A prepared transfer: the review, merged with the fields of its only action. */
interface PreparedTransfer {
  readonly review: TransactionReview & TransferAction & { readonly fee: bigint }
  submit(): Promise<
    | { readonly status: 'sent'; readonly hash: string }
    | { readonly status: 'unknown'; readonly cause: unknown }
    | { readonly status: 'rejected' }
  >
}

/** Send handler and transactions of a chain family without a page: with the real adapter, a real network, and a wallet with a key. */
export interface Handler extends Disposable {
  readLink(text: string): Promise<PaymentLink | undefined>
  limit(payment: Payment): Promise<SendLimit>
  prepare(payment: Payment & { readonly amount: bigint | 'max' }): Promise<PreparedTransfer>
  /** Prepares a transaction of any calls, each in the family's own format. */
  prepareCalls(calls: readonly unknown[]): Promise<PreparedTransaction>
}

/** Connects the wallet. Resolves with the handler of its family. */
export async function createHandler({ family, network, provider }: HandlerPlan): Promise<Handler> {
  const { namespace, caipNetworkId, nativeCurrency } = network
  const wallet = definePlugin({
    name: 'wallet',
    kernel: '^0.1',
    setup(ctx) {
      const connector = { id: 'key', name: 'Key', type: 'EXTERNAL', namespaces: [namespace] } as const
      ctx.add(connectors, { ...connector, provider: async () => provider })
      return ctx
    },
  })
  const modal = createWalletModal({
    plugins: [family, wallet()],
    networks: [network],
    prefetch: 'never',
    logLevel: 'silent',
  })
  const ctx = modal.use(wallet)
  const connector = ctx?.all(connectors).peek()[0]
  if (!ctx || !connector) throw new Error('There is no wallet.')
  const { status } = await modal.connections.connect(connector, { namespace })
  if (status !== 'connected') throw new Error(`The wallet is ${status}.`)
  const { signal } = new AbortController()
  const active = (): WalletConnection => {
    const connection = modal.connections.active.peek()
    if (!connection) throw new Error('The wallet is gone.')
    return connection
  }
  const handler = ctx
    .all(sendHandlers)
    .peek()
    .find((one) => one.namespace === namespace)
  if (!handler) throw new Error('There is no handler.')
  const whole = ({ token, ...payment }: Payment) => ({
    connection: active(),
    network,
    token: { caipNetworkId, amount: 0n, ...nativeCurrency, ...token },
    ...payment,
  })
  return {
    readLink: async (text) => handler.readLink?.(text, network),
    limit: (payment) => handler.limit(whole(payment), signal),
    async prepare({ amount, ...payment }) {
      const { review, submit } = await handler.prepare({ ...whole(payment), amount }, signal)
      const { fee } = review
      if (fee === 'setByWallet') throw new Error('The wallet sets the fee.')
      return {
        review: { ...review, ...transferOf(review), fee },
        async submit() {
          const outcome = await submit()
          return outcome.status === 'sent' ? { status: 'sent', hash: outcome.sent.hash ?? '' } : outcome
        },
      }
    },
    async prepareCalls(calls) {
      const connection = active()
      const { transactions } = connection.adapter
      if (!transactions) throw new Error('There are no transactions.')
      const summarize = () => ({ type: 'contractCall', target: 'test', title: 'Test' }) as const
      return transactions.prepare({ connection, network, calls, summarize }, signal)
    },
    [Symbol.dispose]: () => modal.dispose(),
  }
}
