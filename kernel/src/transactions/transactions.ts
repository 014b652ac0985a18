import type { SigningConnection } from '../domain/connections/connection.js'
import type { Network } from '../domain/network.js'
import { type Slot, slot } from '../plugins/token.js'
import type { ReadonlySignal } from '../signals.js'
import type { Action, AssetAmount, ExpectedAction } from './actions.js'
import type { SentTransaction, TransactionSummary } from './sent-transaction.js'

/** How soon a transaction should be included, which determines its price. */
export type FeeSpeed = 'standard' | 'fast' | 'instant'

/**
 * `replaced`: another transaction of the sender used its nonce, possibly the same payment with another fee. `unknown`: the chain does not know it
 * (yet).
 */
export type TransactionStatus = 'pending' | 'confirmed' | 'failed' | 'replaced' | 'unknown'
/** Final status. */
export type FinalStatus = Exclude<TransactionStatus, 'pending' | 'unknown'>

/** Transaction to prepare. */
export interface TransactionRequest<Call = unknown> {
  /** Its account is the sender. */
  readonly connection: SigningConnection
  readonly network: Network
  /**
   * In the family's own format: EVM `{ to, value, data }`, Solana instructions, Polkadot calls, Bitcoin outputs. Several calls form one transaction,
   * or with EVM wallets one EIP-5792 batch: see {@link Transactions.supportsBatch}.
   */
  readonly calls: readonly Call[]
  /**
   * Expected actions, as displayed to the visitor. Compared, in order, with the decoded bytes: differences and additional actions are refused.
   * Absent: no expectations, the review displays whatever the bytes contain.
   */
  readonly expects?: readonly ExpectedAction[]
  /** Default: `standard`. Families without a choice ignore it. */
  readonly speed?: FeeSpeed
  /** Summary of the transaction after submission, for Activity and messages. */
  summarize(review: TransactionReview): TransactionSummary
}

/** Cost in addition to the fee, or an amount that stays on an account. */
export interface TransactionExtra {
  /** Known codes: `rent` (opens the receiver's token account), `reserve` (has to stay on the sender's account), `change` (returns to the sender). */
  readonly code: string
  /** In base units of the network's coin. */
  readonly amount: bigint
}

/** Contents of the bytes to sign, decoded from the bytes and never copied from the request. */
export interface TransactionReview {
  readonly from: string
  /** CAIP-2. */
  readonly caipNetworkId: string
  readonly actions: readonly Action[]
  /**
   * The sender's balance changes in a simulation at the latest state, positive if received, without the network fee. `unavailable` if the chain or
   * its node cannot simulate.
   */
  readonly balanceChanges: readonly AssetAmount[] | 'unavailable'
  /** Maximum fee, in base units of the native coin. Smart account wallets determine it themselves. */
  readonly fee: bigint | 'setByWallet'
  readonly extras: readonly TransactionExtra[]
  /** Calls in the chain's own terms: `transfer(address,uint256)`, `Balances.transfer_keep_alive`. */
  readonly call: string
  /** Bytes or request, as text. */
  readonly payload: string
}

/** Result of {@link PreparedTransaction.submit}. In all other cases it throws, and certainly nothing was sent. */
export type SubmitOutcome =
  | { readonly status: 'sent'; readonly sent: SentTransaction & { readonly hash: string } }
  /** The wallet's reply was lost, so the transaction may have been sent. Never send it again automatically. */
  | { readonly status: 'unknown'; readonly sent: SentTransaction; readonly cause: unknown }
  | { readonly status: 'rejected' }

/** Transaction that is ready to be signed. */
export interface PreparedTransaction {
  readonly review: TransactionReview
  /**
   * Requests the signature and sends the transaction, once: a second call throws. Checks account, network and bytes again immediately before. Throws
   * `CHANGED_MEANWHILE` if they differ from the review, `NOT_SENT` or `INSUFFICIENT_FUNDS` if the network refuses it. Emits `transactionSent`, and
   * `transactionSettled` once it is final.
   */
  submit(): Promise<SubmitOutcome>
}

/** Transactions of one chain family. */
export interface Transactions<Call = unknown> {
  /** Speeds that the visitor can choose from; empty where there is no choice. */
  readonly speeds: readonly FeeSpeed[]
  /**
   * Checks, estimates and simulates. Throws `INSUFFICIENT_FUNDS`, `INVALID_ARGUMENT`, `NOT_SENT` (the transaction would fail) or `REFUSED`
   * (unexpected actions, or refused by a policy), each with a sentence for visitors.
   */
  prepare(request: TransactionRequest<Call>, signal: AbortSignal): Promise<PreparedTransaction>
  /** Whether several calls form one transaction or one atomic batch (EIP-5792). Wallets are queried once per connection and network. */
  supportsBatch(connection: SigningConnection, network: Network): Promise<boolean>
  /** Current status on the chain. */
  status(sent: SentTransaction, signal: AbortSignal): Promise<TransactionStatus>
  /** Tracks a transaction until it is final, across page loads, by one tab for all; emits `transactionSettled`. Returns its status. */
  track(sent: SentTransaction): Promise<ReadonlySignal<TransactionStatus>>
  /** Submissions of pages that were closed before the wallet replied. Each is returned once, and reported by `transactionSent`. */
  takeLost(): Promise<readonly SentTransaction[]>
}

export interface DecodeContext {
  readonly network: Network
  /** The sender. */
  readonly from: string
}

/** Decodes calls of a contract, program or pallet, so that the review can name their effect. */
export interface TransactionDecoder {
  readonly namespace: string
  /** `undefined` for unknown calls. Called only with calls that the family itself cannot decode. */
  decode(call: unknown, context: DecodeContext): Action | undefined | Promise<Action | undefined>
}

/** Decoders of calls. The first that recognizes a call wins. */
export const decoders: Slot<TransactionDecoder> = slot('@wallet-modal/kernel#decoders')

/** Checks a transaction before it is displayed. Returns the reason for refusing it, as a sentence for visitors; `undefined` accepts it. */
export type TransactionPolicy = (review: TransactionReview) => string | undefined

/** Transaction policies of plugins, such as "refuse unknown calls". Any refusal stops the transaction. */
export const transactionPolicies: Slot<TransactionPolicy> = slot('@wallet-modal/kernel#transactionPolicies')
