import type { SigningConnection } from '../domain/connections/connection.js'
import type { Network } from '../domain/network.js'
import type { Action, AssetAmount } from './actions.js'
import type { SentTransaction, Submission } from './sent-transaction.js'
import type { FeeSpeed, TransactionExtra, TransactionRequest, TransactionStatus } from './transactions.js'

/** A call in the bytes that the family itself does not know: offered to the decoders, shown as `unknown` otherwise. */
export interface UndecodedCall {
  readonly type: 'undecoded'
  /** In the family's own form, as {@link TransactionRequest.calls} has it. */
  readonly call: unknown
  readonly target: string
  /** In the chain's own terms. */
  readonly name: string
  /** Coins that go along, in base units of the network's coin. */
  readonly value?: bigint
}

/** Result of asking the wallet. `nonce` and `trace` as in {@link Submission}. */
export type DriverOutcome =
  | {
      readonly status: 'sent'
      readonly hash: string
      /** Resolves with `undefined` where the chain does not tell. Never rejects. */
      readonly nonce?: Promise<bigint | undefined>
      readonly trace?: string
    }
  | {
      readonly status: 'unknown'
      readonly hash?: string
      readonly nonce?: bigint
      readonly trace?: string
      readonly cause: unknown
    }
  | { readonly status: 'rejected' }

/** Bytes to be signed, and what was read back from them. Fields as in {@link TransactionReview}. */
export interface BuiltTransaction {
  readonly from: string
  readonly caipNetworkId: string
  readonly contents: readonly (Action | UndecodedCall)[]
  readonly balanceChanges: readonly AssetAmount[] | 'unavailable'
  readonly fee: bigint | 'setByWallet'
  readonly extras: readonly TransactionExtra[]
  readonly call: string
  readonly payload: string
  /** The bytes as they are now, as text: compared with `payload` immediately before the wallet is asked. */
  currentPayload(): string
  /** Asks the wallet itself whether account and network are still those of the review. Throws `CHANGED_MEANWHILE`. */
  checkWallet?(): Promise<void>
  /** Asks the wallet, once. Throws only where it is certain that nothing was sent. */
  send(): Promise<DriverOutcome>
}

/** What a chain family supplies; {@link createTransactions} makes {@link Transactions} of it. */
export interface TransactionDriver<Call = unknown> {
  readonly namespace: string
  readonly speeds: readonly FeeSpeed[]
  build(request: TransactionRequest<Call>, signal: AbortSignal): Promise<BuiltTransaction>
  status(sent: SentTransaction, signal: AbortSignal): Promise<TransactionStatus>
  supportsBatch?(connection: SigningConnection, network: Network): Promise<boolean>
}
