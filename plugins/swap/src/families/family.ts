import type {
  AssetToken,
  FeeSpeed,
  Network,
  PreparedTransaction,
  TransactionRequest,
  Transactions,
} from '@wallet-modal/kernel'
import type { Quote } from '../quotes/quotes.js'

/** Estimated costs of a swap in addition to its amount, in base units of the network's coin. */
export interface CostEstimate {
  /** Network fee. */
  readonly cost: bigint
  /** Amount that "Max" leaves in the account when the coin is swapped: the fee, and deposits for accounts that the swap opens. */
  readonly reserve: bigint
}

export interface PrepareOptions {
  readonly quote: Quote
  readonly speed: FeeSpeed
  readonly signal: AbortSignal
}

/** Functions for {@link SwapFamily.prepare} and {@link SwapFamily.maxFee}. */
export interface SwapTools {
  readonly transactions: Transactions
  /** Throws `REFUSED` for an address that is not in `swapContracts` for the network. */
  assertKnown(address: string): void
  /**
   * Awaits a reply. If it rejects, displays a toast with the text of `errorKey` (unless the request was aborted), and rejects with the same error.
   */
  withToast<T>(reply: Promise<T>, errorKey: string): Promise<T>
}

/** Chain-specific parts of a swap. */
export interface SwapFamily {
  /** Whether the visitor's choice of speed changes the transaction. */
  readonly hasSpeeds: boolean
  estimate(network: Network, signal: AbortSignal): Promise<CostEstimate>
  /**
   * Maximum fee of a quoted swap of the native coin, in base units of the coin. Works also if the account cannot pay the fee. `undefined` if the
   * wallet sets the fee. A family with an exact `estimate` has no `maxFee`. Rejects with the same errors as `prepare`.
   */
  maxFee?(options: PrepareOptions, tools: SwapTools): Promise<bigint | undefined>
  /**
   * Prepares the next transaction, and compares its bytes with the displayed terms. `plan.ts` compares the minimum output. Rejects with `REFUSED`, or
   * with an error of `Transactions.prepare`.
   */
  prepare(options: PrepareOptions, tools: SwapTools): Promise<PreparedTransaction>
}

/** Removes the account's balance from a token. */
function withoutBalance({ assetId, caipNetworkId, address, name, symbol, decimals, iconUrl }: AssetToken): AssetToken {
  return {
    ...{ assetId, caipNetworkId, name, symbol, decimals },
    ...(address !== undefined && { address }),
    ...(iconUrl !== undefined && { iconUrl }),
  }
}

/**
 * `expected`: displayed terms that the transaction's bytes must match. Their minimum output is 0, because `plan.ts` compares the minimum output.
 * `summarize`: returns the summary that is reported after sending.
 */
export function expectedTermsOf(
  { request, receiveAmount }: Quote,
  target: string,
): {
  readonly expected: NonNullable<TransactionRequest['expects']>[number]
  readonly summarize: TransactionRequest['summarize']
} {
  const { pay, receive, amount, account } = request
  const [paid, received] = [withoutBalance(pay), withoutBalance(receive)]
  return {
    expected: {
      type: 'swap',
      pay: { assetId: pay.assetId, amount },
      receiveAtLeast: { assetId: receive.assetId, amount: 0n },
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
