import type { SigningConnection } from '../domain/connections/connection.js'
import type { Network } from '../domain/network.js'
import type { Action, AssetAmount } from './actions.js'
import type { SentTransaction, Submission } from './sent-transaction.js'
import type { FeeSpeed, TransactionExtra, TransactionRequest, TransactionStatus } from './transactions.js'

/** Call that the family itself cannot decode: passed to decoders, otherwise displayed as `unknown`. */
export interface UndecodedCall {
  readonly type: 'undecoded'
  /** In the family's own format, as in {@link TransactionRequest.calls}. */
  readonly call: unknown
  readonly target: string
  /** In the chain's own terms. */
  readonly name: string
  /** Value in base units of the native coin. */
  readonly value?: bigint
}

/** Result of a wallet request. `nonce` and `trace` as in {@link Submission}. */
export type DriverOutcome =
  | {
      readonly status: 'sent'
      readonly hash: string
      /** Resolves with `undefined` if the chain does not return it. Never rejects. */
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

/** Bytes to sign, with their decoded contents. Fields as in {@link TransactionReview}. */
export interface BuiltTransaction {
  readonly from: string
  readonly caipNetworkId: string
  readonly contents: readonly (Action | UndecodedCall)[]
  readonly balanceChanges: readonly AssetAmount[] | 'unavailable'
  readonly fee: bigint | 'setByWallet'
  readonly extras: readonly TransactionExtra[]
  readonly call: string
  readonly payload: string
  /** Current bytes as text: compared with `payload` immediately before the wallet request. */
  currentPayload(): string
  /** Verifies with the wallet that account and network are those of the review. Throws `CHANGED_MEANWHILE`. */
  checkWallet?(): Promise<void>
  /** Sends the wallet request, once. Throws only if certainly nothing was sent. */
  send(): Promise<DriverOutcome>
}

/** Chain-specific part; {@link createTransactions} creates {@link Transactions} from it. */
export interface TransactionDriver<Call = unknown> {
  readonly namespace: string
  readonly speeds: readonly FeeSpeed[]
  build(request: TransactionRequest<Call>, signal: AbortSignal): Promise<BuiltTransaction>
  status(sent: SentTransaction, signal: AbortSignal): Promise<TransactionStatus>
  supportsBatch?(connection: SigningConnection, network: Network): Promise<boolean>
}
