import type {
  AssetToken,
  FeeSpeed,
  Network,
  PreparedTransaction,
  TransactionRequest,
  Transactions,
} from '@wallet-modal/kernel'
import type { Quote } from '../quotes/quotes.js'

/** About what a swap takes beside its amount, in base units of the network's coin. */
export interface CostEstimate {
  /** What the network takes. */
  readonly cost: bigint
  /** What a swap of all coins leaves on the account: the cost, and what accounts that are opened on the way hold. */
  readonly kept: bigint
}

/** What a family prepares a transaction from: the quote, the chosen fee speed, and a signal that aborts. */
export interface Step {
  readonly quote: Quote
  readonly speed: FeeSpeed
  readonly signal: AbortSignal
}

/** What {@link SwapFamily.prepare} works with. */
export interface SwapTools {
  readonly transactions: Transactions
  /** Throws `REFUSED` for an address that is not among the `swapContracts` of the network. */
  assertKnown(address: string): void
  /** Waits for a source's answer. If it fails, a toast with the text of this key tells so. */
  ask<T>(answer: Promise<T>, text: string): Promise<T>
}

/** All that is particular to one chain family in a swap. */
export interface SwapFamily {
  /** Whether the visitor's choice of speed changes the transaction. */
  readonly hasSpeeds: boolean
  estimate(network: Network, signal: AbortSignal): Promise<CostEstimate>
  /** Prepares the transaction that comes next, compared with the screen. Throws as `Transactions.prepare`. */
  prepare(step: Step, tools: SwapTools): Promise<PreparedTransaction>
}

/** The token without what the account holds of it. */
function describe({ assetId, caipNetworkId, address, name, symbol, decimals, iconUrl }: AssetToken): AssetToken {
  return {
    ...{ assetId, caipNetworkId, name, symbol, decimals },
    ...(address !== undefined && { address }),
    ...(iconUrl !== undefined && { iconUrl }),
  }
}

/** The terms on the screen that the transaction's bytes must match, and the record reported after it is sent. */
export function promiseOf(
  { request, minimum, receiveAmount }: Quote,
  target: string,
): {
  readonly expected: NonNullable<TransactionRequest['expects']>[number]
  readonly summarize: TransactionRequest['summarize']
} {
  const { pay, receive, amount, account } = request
  const [paid, received] = [describe(pay), describe(receive)]
  return {
    expected: {
      type: 'swap',
      pay: { assetId: pay.assetId, amount },
      receiveAtLeast: { assetId: receive.assetId, amount: minimum },
      receiver: account,
      target,
    },
    summarize: () => ({
      type: 'swap',
      pay: { token: paid, amount },
      receive: { token: received, amount: receiveAmount },
    }),
  }
}
