import { event } from '../plugins/token.js'
import type { Submission, TransactionSummary } from '../transactions/sent-transaction.js'

// Separate from events.ts, which every page loads: these events are used by code that is loaded later.

type Scalar = string | number | boolean

/** Properties of a {@link TrackedEvent}. Must not contain an address, an email address, a code, a signature or a pairing link. */
export type TrackedProperties = Readonly<
  Record<string, Scalar | readonly string[] | readonly Readonly<Record<string, Scalar | undefined>>[]>
>

/** Action of a visitor, or its outcome, for analytics. */
export interface TrackedEvent {
  /** Name of the event, for example `SEARCH_WALLET`. */
  readonly event: string
  readonly properties?: TrackedProperties
}

/** A plugin reports an event for analytics. The event has no effect without a listener, such as the plugin `@wallet-modal/analytics`. */
export const tracked = /* @__PURE__ */ event<TrackedEvent>('@wallet-modal/kernel#tracked')

/** Transaction that was not sent: the visitor rejected it (`isRejected`), or the wallet failed before it sent the transaction. */
export type UnsentTransaction = TransactionSummary &
  Pick<Submission, 'caipNetworkId' | 'address'> & { readonly isRejected: boolean; readonly message: string }

/**
 * The wallet received a transaction but did not send it: the visitor rejected the transaction, or the wallet failed. Not emitted if the outcome is
 * unknown, or if `submit` failed before the request to the wallet.
 */
export const transactionNotSent = /* @__PURE__ */ event<UnsentTransaction>('@wallet-modal/kernel#transactionNotSent')
