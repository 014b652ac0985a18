import { type Slot, slot } from '../../plugins/token.js'
import type { PaymentNote } from '../../transactions/actions.js'
import type { FeeSpeed, PreparedTransaction, TransactionExtra } from '../../transactions/transactions.js'
import type { ActiveConnection } from '../connections/connections.js'
import type { Network } from '../network.js'
import type { AssetToken } from './assets.js'

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

/** What can be sent of a token. */
export interface SendLimit {
  /** In base units of the token; 0 where not even the fee can be paid. */
  readonly max: bigint
  /** Why it is 0, in a sentence for visitors, where that is neither the balance nor the fee. */
  readonly reason?: string
  /** What is kept back for it, in base units of the network's coin. */
  readonly fee: bigint
  readonly extras: readonly TransactionExtra[]
}

/**
 * Sending in one chain family. A namespace contributes it with its driver, so that it costs nothing before a wallet is connected. Reads throw
 * what they throw; a send that cannot be made throws `INSUFFICIENT_FUNDS`, `INVALID_ARGUMENT` or `NOT_SENT` with a sentence for visitors.
 */
export interface SendHandler {
  readonly namespace: string
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
  /** Makes the calls of a transfer and prepares them through the family's {@link Transactions}. */
  prepare(draft: SendDraft, signal: AbortSignal): Promise<PreparedTransaction>
}

/** Transfers of each chain family. */
export const sendHandlers: Slot<SendHandler> = slot('@wallet-modal/kernel#sendHandlers')
