import type { SigningConnection } from '../domain/connections/connection.js'
import type { Network } from '../domain/network.js'
import { type Slot, slot } from '../plugins/token.js'
import type { ReadonlySignal } from '../signals.js'
import type { Action, AssetAmount, ExpectedAction } from './actions.js'
import type { SentTransaction, TransactionSummary } from './sent-transaction.js'

/** How soon a transaction should be included, and at what price. */
export type FeeSpeed = 'standard' | 'fast' | 'instant'

/** `replaced`: another transaction of the sender took its number, which may be the same payment with another fee. `unknown`: the chain does not know it (yet). */
export type TransactionStatus = 'pending' | 'confirmed' | 'failed' | 'replaced' | 'unknown'
/** A status that does not change any more. */
export type FinalStatus = Exclude<TransactionStatus, 'pending' | 'unknown'>

/** A transaction to prepare. */
export interface TransactionRequest<Call = unknown> {
  /** Its account is the sender. */
  readonly connection: SigningConnection
  readonly network: Network
  /**
   * In the family's own form: EVM `{ to, value, data }`, Solana instructions, Polkadot calls, Bitcoin outputs. More than one is one transaction,
   * or with EVM wallets one EIP-5792 batch: see {@link Transactions.supportsBatch}.
   */
  readonly calls: readonly Call[]
  /**
   * What the visitor was shown. Compared, in this order, with what the bytes say: any difference, and any further action, is refused. Absent:
   * nothing was promised, and the review shows whatever the bytes say.
   */
  readonly expects?: readonly ExpectedAction[]
  /** Default: `standard`. Families without a choice ignore it. */
  readonly speed?: FeeSpeed
  /** Describes the transaction once it is submitted, for activity and messages. */
  summarize(review: TransactionReview): TransactionSummary
}

/** A cost beside the fee, or an amount that stays behind. */
export interface TransactionExtra {
  /** Known codes: `rent` (opens the receiver's token account), `reserve` (has to stay on the sender's account), `change` (returns to the sender). */
  readonly code: string
  /** In base units of the network's coin. */
  readonly amount: bigint
}

/** The content of the bytes to be signed. Read back from those bytes, never copied from the request. */
export interface TransactionReview {
  readonly from: string
  /** CAIP-2. */
  readonly caipNetworkId: string
  readonly actions: readonly Action[]
  /**
   * What the sender gains (above zero) and pays (below zero) by a simulation on the chain as it is now, the network fee left out.
   * `unavailable` where the chain or its node cannot simulate.
   */
  readonly balanceChanges: readonly AssetAmount[] | 'unavailable'
  /** The most it can cost, in base units of the network's coin. Smart account wallets set it themselves. */
  readonly fee: bigint | 'setByWallet'
  readonly extras: readonly TransactionExtra[]
  /** The calls in the chain's own terms: `transfer(address,uint256)`, `Balances.transfer_keep_alive`. */
  readonly call: string
  /** The bytes or the request itself, as text. */
  readonly payload: string
}

/** Result of {@link PreparedTransaction.submit}. Anything else throws, and then it is certain that nothing was sent. */
export type SubmitOutcome =
  | { readonly status: 'sent'; readonly sent: SentTransaction & { readonly hash: string } }
  /** The wallet's answer was lost, so the transaction may be on its way. Never send it again automatically. */
  | { readonly status: 'unknown'; readonly sent: SentTransaction; readonly cause: unknown }
  | { readonly status: 'rejected' }

/** A transaction that is ready to be signed. */
export interface PreparedTransaction {
  readonly review: TransactionReview
  /**
   * Asks the wallet to sign, and sends the transaction, once: a second call throws. Checks account, network and bytes again immediately before.
   * Throws `CHANGED_MEANWHILE` where they are not those of the review, `NOT_SENT` or `INSUFFICIENT_FUNDS` where the network refuses it. Emits
   * `transactionSent`, and `transactionSettled` once the chain has decided.
   */
  submit(): Promise<SubmitOutcome>
}

/** Transactions of one chain family. */
export interface Transactions<Call = unknown> {
  /** Speeds that the visitor can choose from; empty where there is no choice. */
  readonly speeds: readonly FeeSpeed[]
  /**
   * Checks, estimates and simulates. Throws `INSUFFICIENT_FUNDS`, `INVALID_ARGUMENT`, `NOT_SENT` (the chain would refuse it) or `REFUSED` (it
   * does not do what was expected, or a policy refuses it), each with a sentence for visitors.
   */
  prepare(request: TransactionRequest<Call>, signal: AbortSignal): Promise<PreparedTransaction>
  /**
   * Whether several calls are one transaction, or one atomic batch of the wallet (EIP-5792), which wallets are asked about once per connection and
   * network.
   */
  supportsBatch(connection: SigningConnection, network: Network): Promise<boolean>
  /** The chain's current word. */
  status(sent: SentTransaction, signal: AbortSignal): Promise<TransactionStatus>
  /** Follows a transaction until it is final, over page loads and by one tab for all; emits `transactionSettled`. Returns its status. */
  track(sent: SentTransaction): Promise<ReadonlySignal<TransactionStatus>>
  /** Submissions of pages that ended before the wallet answered. Each is returned once, and told by `transactionSent`. */
  takeLost(): Promise<readonly SentTransaction[]>
}

export interface DecodeContext {
  readonly network: Network
  /** The sender. */
  readonly from: string
}

/** Recognises calls of a contract, program or pallet, so that the review names what they do. */
export interface TransactionDecoder {
  readonly namespace: string
  /** `undefined` for calls that it does not know. Called only with calls that the family itself does not know. */
  decode(call: unknown, context: DecodeContext): Action | undefined | Promise<Action | undefined>
}

/** Decoders of calls. The first that knows a call wins. */
export const decoders: Slot<TransactionDecoder> = slot('@wallet-modal/kernel#decoders')

/** Looks at a transaction before it is shown, and returns why it is refused, in a sentence for visitors; `undefined` lets it pass. */
export type TransactionPolicy = (review: TransactionReview) => string | undefined

/** Policies of plugins, such as "no calls that nobody can read". Any that refuses stops the transaction. */
export const transactionPolicies: Slot<TransactionPolicy> = slot('@wallet-modal/kernel#transactionPolicies')
