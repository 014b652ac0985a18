import { fail } from '../../errors/errors.js'
import { type Slot, slot } from '../../plugins/token.js'
import type { PaymentNote } from '../../transactions/actions.js'
import type { FeeSpeed, PreparedTransaction, TransactionExtra } from '../../transactions/transactions.js'
import type { WalletConnection } from '../connections/connections.js'
import type { Network } from '../network.js'
import type { AssetToken } from './assets.js'

/** Transfer that the visitor wants to send, exactly as displayed. */
export interface SendDraft {
  /** Displayed connection. Its account is the sender. */
  readonly connection: WalletConnection
  readonly network: Network
  readonly token: AssetToken
  /** {@link ReceiverReport.address} of the checked receiver. */
  readonly receiver: string
  /** In base units of the token. `max` is the maximum that can be sent. */
  readonly amount: bigint | 'max'
  /** Default: `standard`. Ignored by chain families without a choice of speed. */
  readonly speed?: FeeSpeed
  /** Memo and references of the payment, from a payment link parsed by the same handler. */
  readonly note?: PaymentNote
}

/**
 * Refusal or warning about a receiver. With `refuse`, nothing can be sent. With `warn`, the visitor decides. Known codes: `invalidAddress`,
 * `wrongNetwork`, `wrongChecksum`, `zeroAddress`, `tokenContract`, `ownAddress`, `contract`, `program`, `offCurve`, `tokenAccount`,
 * `auxiliaryTokenAccount`, `newAccount`, `genericAddress`, `minimumAmount`. A handler may add its own codes, with a `text`.
 */
export interface ReceiverIssue {
  readonly code: string
  readonly severity: 'refuse' | 'warn'
  /** For an unknown code: the displayed text. For a known code: a detail, such as the network of the address. */
  readonly text?: string
}

/** Result of checking a receiver. */
export interface ReceiverReport {
  /** Complete address in canonical form. `undefined` if the text is not an address of this network. */
  readonly address: string | undefined
  readonly issues: readonly ReceiverIssue[]
}

/** Contents of a payment link. The form displays them, and the visitor can change them. */
export interface PaymentRequest {
  /** CAIP-2. If the link names no network, the field is absent, and the form uses the active network. */
  readonly caipNetworkId?: string
  /** Address or name, as in the link. Validated like typed text. */
  readonly receiver: string
  /** CAIP-19. Absent if the link contains only an address, without token or amount. */
  readonly assetId?: string
  /** A bigint is in base units. A string is a decimal in whole tokens, for a token with unknown decimals. Requires `assetId`. */
  readonly amount?: bigint | string
  readonly note?: PaymentNote
}

/**
 * Result of parsing a payment link. Known refusal codes: `badLink` (malformed or contradictory), `notAPayment` (requests a contract call, or a
 * transaction that a server creates), `linkDemands` (requires the unsupported feature named in `text`), `linkWithoutAddress`. A handler may add its
 * own codes, with a `text`.
 */
export type PaymentLink = { readonly request: PaymentRequest } | { readonly refusal: ReceiverIssue }

/** Transfer whose maximum amount is requested. */
export interface LimitRequest extends Omit<SendDraft, 'amount' | 'receiver'> {
  /** Absent while the receiver is unknown. */
  readonly receiver?: string
}

/** Maximum amount of a token that can be sent. */
export interface SendLimit {
  /** In base units of the token; 0 if not even the fee can be paid. */
  readonly max: bigint
  /** Sentence for visitors that explains why `max` is 0, if neither the balance nor the fee is the reason. */
  readonly reason?: string
  /** Amount reserved for the fee, in base units of the native coin. */
  readonly fee: bigint
  readonly extras: readonly TransactionExtra[]
}

/**
 * Sends transfers of one chain family. Methods reject with the original error if a read fails. If a transfer is not possible, they reject with
 * `INSUFFICIENT_FUNDS`, `INVALID_ARGUMENT` or `NOT_SENT`, with a message for visitors. Handlers import their code with {@link loadSendCode}.
 */
export interface SendHandler {
  readonly namespace: string
  /** Whether this wallet can send this token. */
  canSend(token: AssetToken, connection: WalletConnection): boolean
  /**
   * Coin type of a network's addresses in name records, in decimal digits (ENSIP-9, ENSIP-11). Absent if the family does not support names; returns
   * `undefined` for a network without names.
   */
  nameCoinType?(network: Network): string | undefined
  /**
   * Parses a payment link of this family (EIP-681, Solana Pay, BIP-21) without network access; `undefined` for any other text. Called for texts that
   * begin with a URI scheme, but not for CAIP-10 ids. Absent if the family has no links.
   */
  readLink?(text: string, network: Network): Promise<PaymentLink | undefined>
  /** Checks text that was typed or pasted, including text that is not an address. */
  inspectReceiver(
    text: string,
    draft: Pick<SendDraft, 'connection' | 'network' | 'token'>,
    signal: AbortSignal,
  ): Promise<ReceiverReport>
  /** Maximum amount of the draft's token. */
  limit(draft: LimitRequest, signal: AbortSignal): Promise<SendLimit>
  /**
   * Creates the calls of a transfer and prepares them with the family's {@link Transactions}. Can also reject with the errors of {@link
   * Transactions.prepare}.
   */
  prepare(draft: SendDraft, signal: AbortSignal): Promise<PreparedTransaction>
}

/**
 * Send handlers for the plugin `@wallet-modal/send`, one for each chain family. The plugin of a chain family adds its handler when it loads its code
 * for connecting. Without a handler, the Account view has no Send action.
 */
export const sendHandlers: Slot<SendHandler> = slot('@wallet-modal/kernel#sendHandlers')

/** Awaits the `import()` of a send handler's code. Rejects with `NETWORK_ERROR` if the code cannot be downloaded. */
export const loadSendCode = <T>(code: Promise<T>): Promise<T> =>
  code.catch((cause: unknown) =>
    fail('NETWORK_ERROR', 'The code for sending could not be loaded. Nothing was sent.', { cause }),
  )
