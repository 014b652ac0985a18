import type { SigningConnection } from '../domain/connections/connection.js'
import type { Network } from '../domain/network.js'
import type { Action } from './actions.js'
import type { SentTransaction, Submission } from './sent-transaction.js'
import type { FeeSpeed, TransactionRequest, TransactionReview, TransactionStatus } from './transactions.js'

/** Call that the chain family cannot decode. If no decoder of a plugin recognizes it, it becomes an `UnknownAction`. */
export interface UndecodedCall {
  readonly type: 'undecoded'
  /** In the format of {@link TransactionRequest.calls}. */
  readonly call: unknown
  readonly target: string
  /** Name of the call on its chain. */
  readonly name: string
  /** Value in base units of the native coin. */
  readonly value?: bigint
}

/** Result of a wallet request. `nonce` and `trace` as in {@link Submission}. */
export type DriverOutcome =
  | {
      readonly status: 'sent'
      readonly hash: string
      /** Resolves with `undefined` if the chain does not return the nonce. Never rejects. */
      readonly nonce?: Promise<bigint | undefined>
      readonly trace?: string
    }
  /** The wallet accepted the transaction and reports its hash later: see {@link TransactionDriver.statusByTrace}. */
  | { readonly status: 'sent'; readonly hash?: undefined; readonly nonce?: undefined; readonly trace: string }
  /** The wallet's reply was lost: the transaction may have been sent. */
  | {
      readonly status: 'unknown'
      readonly hash?: string
      readonly nonce?: bigint
      readonly trace?: string
      readonly cause: unknown
    }
  | { readonly status: 'rejected' }

/** Bytes to sign, with their decoded contents. */
export interface BuiltTransaction extends Omit<TransactionReview, 'actions'> {
  readonly contents: readonly (Action | UndecodedCall)[]
  /** Current bytes as text. Compared with `payload` immediately before the wallet request. */
  currentPayload(): string
  /** Throws `CHANGED_MEANWHILE` if the wallet's account or network differs from the review. If there is no result after 20 s, nothing is sent. */
  checkWallet?(): Promise<void>
  /** Sends the wallet request, once. Throws only if it is certain that nothing was sent. */
  send(): Promise<DriverOutcome>
}

/** Status of a transaction, with hashes that were found on the chain. */
export interface TracedStatus {
  readonly status: TransactionStatus
  /** Hash of a transaction that was found by its trace. */
  readonly hash?: string
  /** See {@link Submission.replacementHash}. */
  readonly replacementHash?: string
}

/** Chain-specific part of {@link Transactions}; {@link createTransactions} adds the common part. */
export interface TransactionDriver<Call = unknown> {
  readonly namespace: string
  readonly speeds: readonly FeeSpeed[]
  /** Creates the bytes to sign; estimates and simulates the transaction. Rejects if the transaction cannot be created or would fail. */
  build(request: TransactionRequest<Call>, signal: AbortSignal): Promise<BuiltTransaction>
  /**
   * Current status on the chain; `unknown` if no node knows the transaction. If the visitor sped up the transaction in the wallet, resolves with the
   * status of the included transaction and its hash as `replacementHash`.
   */
  status(sent: SentTransaction, signal: AbortSignal): Promise<TransactionStatus | TracedStatus>
  /**
   * Reads the status of a transaction without a hash by its `trace`, and the hash as soon as it is known. Required if `send` returns a trace without
   * a hash.
   */
  statusByTrace?(sent: SentTransaction, signal: AbortSignal): Promise<TracedStatus>
  /** See {@link Transactions.supportsBatch}. If absent, batches are not supported. */
  supportsBatch?(connection: SigningConnection, network: Network): Promise<boolean | undefined>
}
