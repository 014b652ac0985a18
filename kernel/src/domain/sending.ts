import { type Slot, slot } from '../token.js'
import type { AssetToken } from './assets.js'
import type { ActiveConnection } from './connections.js'
import type { Network } from './network.js'

/** How soon a transaction is wanted, and at what price. */
export type FeeSpeed = 'standard' | 'fast' | 'instant'

/** What a visitor wants to send, and with which wallet: all of it as the screen shows it. */
export interface SendDraft {
  /** The connection that the visitor sees. Its account is the sender. */
  readonly connection: ActiveConnection
  readonly network: Network
  readonly token: AssetToken
  /** As {@link ReceiverReport.address} has it. */
  readonly receiver: string
  /** In base units of the token. `max` is everything that can be sent. */
  readonly amount: bigint | 'max'
  /** Default: `standard`. Families without a choice take no notice. */
  readonly speed?: FeeSpeed
  /** What goes along with the payment. Only of a payment link that the same handler read. */
  readonly note?: PaymentNote
}

/** What a payment link wants in the transaction, so that its receiver recognises it. Anybody can read it on the chain. */
export interface PaymentNote {
  /** Text, not empty, in which everything is seen. */
  readonly memo?: string
  /** Addresses that the transaction names and that get nothing, in this order. */
  readonly references?: readonly string[]
}

/**
 * What there is to say of a receiver. `refuse` ends it, `warn` leaves it to the visitor.
 * Known codes: `invalidAddress`, `wrongNetwork`, `wrongChecksum`, `zeroAddress`, `tokenContract`, `ownAddress`, `contract`, `program`,
 * `offCurve`, `tokenAccount`, `auxiliaryTokenAccount`, `newAccount`. A handler of another family may bring its own, with a `text`.
 */
export interface ReceiverFinding {
  readonly code: string
  readonly severity: 'refuse' | 'warn'
  /** Shown where the code is not a known one, or to name what was found, such as the network that an address belongs to. */
  readonly text?: string
}

export interface ReceiverReport {
  /** In canonical writing, all of it. `undefined` where it is no address of this network. */
  readonly address: string | undefined
  readonly findings: readonly ReceiverFinding[]
}

/** What a payment link asks for. Who pays it sees all of it in the form, and can still change it. */
export interface PaymentRequest {
  /** CAIP-2. Absent where the link leaves it open, which is the network in use. */
  readonly caipNetworkId?: string
  /** An address, or a name that leads to one, as the link writes it: it is looked at as if it had been typed. */
  readonly receiver: string
  /** CAIP-19. Absent where the link names neither token nor amount, and so is no more than an address. */
  readonly assetId?: string
  /** In base units, or in whole units as decimal digits where only the token knows how many those are. Needs `assetId`. */
  readonly amount?: bigint | string
  readonly note?: PaymentNote
}

/**
 * What came of reading a payment link. Known codes of a refusal: `badLink` (malformed, or says two things at once), `notAPayment` (asks for a
 * call or for a transaction made elsewhere), `linkDemands` (asks for what is not done here, named in `text`), `linkWithoutAddress`. A handler
 * of another family may bring its own, with a `text`.
 */
export type PaymentLink = { readonly request: PaymentRequest } | { readonly refusal: ReceiverFinding }

/** What a send costs or leaves beside its fee. */
export interface SendExtra {
  /** Known codes: `rent` (opening the receiver's token account), `reserve` (what has to stay on the sender's account), `change`. */
  readonly code: string
  /** In base units of the network's coin. */
  readonly amount: bigint
}

/** What the bytes that will be signed say. It is read back from those bytes, never copied from the draft. */
export interface SendReview {
  readonly from: string
  /** The receiver in full, as the chain pays it. */
  readonly to: string
  /** CAIP-2. */
  readonly caipNetworkId: string
  /** CAIP-19. */
  readonly assetId: string
  /** In base units of the token. */
  readonly amount: bigint
  /**
   * What arrives, in base units of the token, where that is less than `amount`: some tokens keep a part of each transfer. `unknown` where the
   * chain cannot say. Absent where all of it does.
   */
  readonly received?: bigint | 'unknown'
  /** The most it can cost, in base units of the network's coin. */
  readonly fee: bigint
  /** Only the wallet knows what it will cost, as with smart accounts: `fee` says nothing then. */
  readonly isFeeOpen?: true
  readonly extras: readonly SendExtra[]
  /** What the bytes hold of it; absent where they hold nothing. */
  readonly note?: PaymentNote
  /** The call in the chain's own terms: `transfer(address,uint256)`, `Balances.transfer_keep_alive`. */
  readonly call: string
  /** The bytes or the request itself, as text, for whoever wants to see them. */
  readonly payload: string
}

/**
 * How handing it over went; `nonce` and `trace` as {@link SentTransaction} has them. Whatever is none of these throws, and then it is certain that nothing
 * was sent.
 */
export type SendOutcome =
  /** Nobody waits for `nonce`, which the chain may have to be asked for. It never rejects. */
  | {
      readonly status: 'sent'
      readonly hash: string
      readonly nonce?: Promise<bigint | undefined>
      readonly trace?: string
    }
  /** It may be on its way: the answer got lost. `hash` where it is known nevertheless. Never send it again by yourself. */
  | {
      readonly status: 'unknown'
      readonly hash?: string
      readonly nonce?: bigint
      readonly trace?: string
      readonly cause: unknown
    }
  | { readonly status: 'rejected' }

/** A transaction that is ready to be signed. */
export interface PreparedSend {
  readonly review: SendReview
  /**
   * Asks the wallet to sign and sends it, once: a second call throws. Looks at account and network of the wallet again immediately before, and
   * throws `CHANGED_MEANWHILE` where they, or the bytes, are not those of the review.
   */
  submit(): Promise<SendOutcome>
}

/** What can be sent of a token. */
export interface SendLimit {
  /** In base units of the token; 0 where not even the fee can be paid. */
  readonly max: bigint
  /** Why it is 0, in a sentence for visitors, where that is neither the balance nor the fee. */
  readonly reason?: string
  /** What is kept back for it, in base units of the network's coin. */
  readonly fee: bigint
  readonly extras: readonly SendExtra[]
}

/** A transaction as others hear of it and follow it. */
export interface SentTransaction {
  readonly caipNetworkId: string
  /** Who sent it. */
  readonly address: string
  /** Absent where the answer got lost before it was known. */
  readonly hash?: string
  /**
   * Which transaction of its sender it is, where the chain counts them and was seen to have it. Without it nobody can tell later that another
   * one took its place.
   */
  readonly nonce?: bigint
  /** What its handler has to know to say later what became of it, in words of its own: up to 300 characters, which others only keep. */
  readonly trace?: string
  readonly token: AssetToken
  /** In base units. */
  readonly amount: bigint
  readonly receiver: string
  /** Milliseconds since 1970. */
  readonly sentAt: number
}

/** `replaced`: another transaction of the sender took its place, which may be the same payment with another fee. `unknown`: the chain has not heard of it (yet). */
export type TransactionStatus = 'pending' | 'confirmed' | 'failed' | 'replaced' | 'unknown'

/**
 * Sending in one chain family. A namespace contributes it with its driver, so that it costs nothing before a wallet is connected. Reads throw
 * what they throw; a send that cannot be made throws `INSUFFICIENT_FUNDS`, `INVALID_ARGUMENT` or `NOT_SENT` with a sentence for visitors.
 */
export interface SendHandler {
  readonly namespace: string
  /** Those that the visitor can choose from; empty where there is no choice. */
  readonly speeds: readonly FeeSpeed[]
  /** Whether it can send this token with this wallet. */
  canSend(token: AssetToken, connection: ActiveConnection): boolean
  /**
   * Under which coin type the addresses of a network stand in a name's record, in decimal digits (ENSIP-9, ENSIP-11). Absent, or `undefined`
   * for a network, where there are no names: an address of another network is never taken for one of this.
   */
  nameCoinType?(network: Network): string | undefined
  /**
   * Reads a payment link of this family (EIP-681, Solana Pay, BIP-21) by its text alone; `undefined` for any other text. Asked for texts that
   * begin with a scheme. CAIP-10 ids are read without it. Absent where the family has no links.
   */
  readLink?(text: string, network: Network): Promise<PaymentLink | undefined>
  /** Looks at what was typed or pasted, also at what is no address at all. */
  inspectReceiver(
    text: string,
    draft: Pick<SendDraft, 'connection' | 'network' | 'token'>,
    signal: AbortSignal,
  ): Promise<ReceiverReport>
  limit(
    draft: Omit<SendDraft, 'amount' | 'receiver'> & { readonly receiver?: string },
    signal: AbortSignal,
  ): Promise<SendLimit>
  prepare(draft: SendDraft, signal: AbortSignal): Promise<PreparedSend>
  status(sent: SentTransaction, signal: AbortSignal): Promise<TransactionStatus>
}

/** How a chain family prepares, hands over and follows a payment. */
export const sendHandlers: Slot<SendHandler> = slot('@wallet-modal/kernel#sendHandlers')
