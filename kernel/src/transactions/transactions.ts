import type { SigningConnection } from '../domain/connections/connection.js'
import type { Network } from '../domain/network.js'
import { type Slot, slot } from '../plugins/token.js'
import type { ReadonlySignal } from '../signals.js'
import type { Action, AssetAmount, AssetRisk, ExpectedAction } from './actions.js'
import type { SentTransaction, TransactionSummary } from './sent-transaction.js'

/** How soon a transaction should be included in a block, which determines its fee. */
export type FeeSpeed = 'standard' | 'fast' | 'instant'

/**
 * `partlyFailed`: a call of the transaction failed, and others may have been executed, for example in a Polkadot batch that stops at the first
 * failing call. `replaced`: another transaction of the sender with the same nonce was included. It may be the same payment with another fee.
 * `unknown`: no node knows the transaction, at least not yet, or its status cannot be read.
 */
export type TransactionStatus = 'pending' | 'confirmed' | 'failed' | 'partlyFailed' | 'replaced' | 'unknown'
/** Final status. */
export type FinalStatus = Exclude<TransactionStatus, 'pending' | 'unknown'>

/** Transaction to prepare. */
export interface TransactionRequest<Call = unknown> {
  /** Connection whose account is the sender. */
  readonly connection: SigningConnection
  readonly network: Network
  /**
   * Calls in the format of the chain family: EVM `{ to, value, data }`, Solana instructions, Polkadot calls, Bitcoin outputs. Several calls form one
   * transaction (EVM wallets: one EIP-5792 batch). See {@link Transactions.supportsBatch}.
   */
  readonly calls: readonly Call[]
  /**
   * Expected actions, as displayed to the visitor. They are compared, in order, with the decoded bytes; a difference or an additional action throws
   * `REFUSED`. If absent, nothing is compared.
   */
  readonly expects?: readonly ExpectedAction[]
  /** Default: `standard`. Ignored by chain families without a choice of speed. */
  readonly speed?: FeeSpeed
  /**
   * Whether only the fee is needed. `submit` then throws `INVALID_ARGUMENT`. The balance need not cover the fee, but some chain families still throw
   * `INSUFFICIENT_FUNDS`. Default: false.
   */
  readonly isEstimate?: boolean
  /** Summary of the transaction after submission, for the Activity view and messages. */
  summarize(review: TransactionReview): TransactionSummary
}

/** Cost in addition to the fee, or an amount that stays on an account. */
export interface TransactionExtra {
  /**
   * Known codes: `rent` (opens the receiver's token account), `reserve` (has to stay on the sender's account), `change` (returns to the sender),
   * `lost` (is lost with the sender's account, which the chain removes), `lostByOther` (is lost with another account, whose coins the transaction
   * uses).
   */
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
  /** Risks of the tokens that the sender receives. Absent if the chain family reports none. */
  readonly assetRisks?: readonly AssetRisk[]
  /** Maximum fee, in base units of the native coin. `setByWallet`: smart account wallets determine it themselves. */
  readonly fee: bigint | 'setByWallet'
  readonly extras: readonly TransactionExtra[]
  /** Names of the calls on their chain: `transfer(address,uint256)`, `Balances.transfer_keep_alive`. */
  readonly call: string
  /** Bytes to sign, or wallet request, as text. */
  readonly payload: string
}

/** Result of {@link PreparedTransaction.submit}. In all other cases `submit` throws, and nothing was sent. */
export type SubmitOutcome =
  /** If the wallet accepts a batch (EIP-5792) and reports the hash later, `sent` has no hash. The event `transactionSeen` then contains it. */
  | { readonly status: 'sent'; readonly sent: SentTransaction }
  /** The wallet's reply was lost, so the transaction may have been sent. Never send it again automatically. */
  | { readonly status: 'unknown'; readonly sent: SentTransaction; readonly cause: unknown }
  | { readonly status: 'rejected' }

/** Transaction that is ready to be signed. */
export interface PreparedTransaction {
  readonly review: TransactionReview
  /**
   * Requests the signature and sends the transaction, once: a second call throws. Immediately before, checks account, network and bytes again, and
   * throws `CHANGED_MEANWHILE` if they differ from the review. Throws `NOT_SENT` or `INSUFFICIENT_FUNDS` if the network refuses the transaction.
   * Emits `transactionSent`, and `transactionSettled` once the transaction is final.
   */
  submit(): Promise<SubmitOutcome>
}

/** Transactions of one chain family. */
export interface Transactions<Call = unknown> {
  /** Speeds that the visitor can choose from; empty if there is no choice. */
  readonly speeds: readonly FeeSpeed[]
  /**
   * Checks, estimates and simulates a transaction. Throws `INSUFFICIENT_FUNDS`, `INVALID_ARGUMENT`, `NOT_SENT` (the transaction would fail) or
   * `REFUSED` (unexpected actions, or a policy refused it), each with a sentence for visitors.
   */
  prepare(request: TransactionRequest<Call>, signal: AbortSignal): Promise<PreparedTransaction>
  /**
   * Whether several calls can form one transaction or one atomic batch (EIP-5792). `undefined`: the wallet has not replied yet. Then send each call
   * as its own transaction. The first check of a connection and a network waits a few seconds for the wallet. Later checks do not wait, and return
   * the wallet's reply as soon as it has arrived.
   */
  supportsBatch(connection: SigningConnection, network: Network): Promise<boolean | undefined>
  /** Current status on the chain. Emits `transactionSeen` with the `replacementHash` if the visitor sped up the transaction in the wallet. */
  status(sent: SentTransaction, signal: AbortSignal): Promise<TransactionStatus>
  /**
   * Tracks a transaction until it is final, also on later pages, and then emits `transactionSettled`. If it does not become final, tracking ends a
   * day after the submission. For a transaction without a hash, tracking ends after 30 days, or a day after the hash becomes known. One tab polls for
   * all tabs. Resolves to a signal of the transaction's status.
   */
  track(sent: SentTransaction): Promise<ReadonlySignal<TransactionStatus>>
  /**
   * Finds submissions of pages that were closed before the wallet replied, and emits `transactionSent` once for each. Returns the submissions whose
   * type is in `types`, at most `limit`, and deletes them from the storage. The others stay stored for later calls, until seven days after the event
   * (`custom` and `contractCall`: one day). Without `types`, only emits events. In browsers without the Web Locks API, includes submissions of open
   * pages that still wait for the wallet's reply.
   */
  recover(types?: readonly SentTransaction['type'][], limit?: number): Promise<readonly SentTransaction[]>
}

/** Transaction that contains the call to decode. */
export interface DecodeContext {
  readonly network: Network
  /** The sender. */
  readonly from: string
}

/** Decodes calls of a contract, program or pallet, so that the review can describe their effect. */
export interface TransactionDecoder {
  readonly namespace: string
  /** `undefined` for unknown calls. Called only with calls that the family itself cannot decode. */
  decode(call: unknown, context: DecodeContext): Action | undefined | Promise<Action | undefined>
}

/**
 * Decoders of calls, from plugins that know a contract or program. If the chain family cannot decode a call, `prepare` passes it to these decoders
 * and uses the first result.
 */
export const decoders: Slot<TransactionDecoder> = slot('@wallet-modal/kernel#decoders')

/** Checks a transaction before it is displayed. Returns the reason for refusing it, as a sentence for visitors; `undefined` accepts it. */
export type TransactionPolicy = (review: TransactionReview) => string | undefined

/** Functions that can refuse a transaction, for example "refuse unknown calls". If a function refuses the transaction, `prepare` rejects. */
export const transactionPolicies: Slot<TransactionPolicy> = slot('@wallet-modal/kernel#transactionPolicies')
