import { event } from '../plugins/token.js'
import type { Submission, TransactionSummary } from '../transactions/sent-transaction.js'

// Apart from events.ts, which is part of every page: these are emitted and heard by code that is loaded later.

type Scalar = string | number | boolean

/** Properties of a {@link TrackedEvent}. Never an address, an email address, a code, a signature or a pairing link. */
export type TrackedProperties = Readonly<
  Record<string, Scalar | readonly string[] | readonly Readonly<Record<string, Scalar | undefined>>[]>
>

/** Something that a visitor did, or its outcome, as an analytics service counts it. */
export interface TrackedEvent {
  /** For example `SEARCH_WALLET`. */
  readonly event: string
  readonly properties?: TrackedProperties
}

/** Emitted by any plugin for analytics. Without a plugin that listens, such as `@wallet-modal/analytics`, nothing happens. */
export const tracked = /* @__PURE__ */ event<TrackedEvent>('@wallet-modal/kernel#tracked')

/** A transaction that the visitor rejected in the wallet, or that was certainly not sent for another reason. */
export type UnsentTransaction = TransactionSummary &
  Pick<Submission, 'caipNetworkId' | 'address'> & { readonly isRejected: boolean; readonly message: string }

/** A wallet was asked to send a transaction, and nothing was sent. */
export const transactionNotSent = /* @__PURE__ */ event<UnsentTransaction>('@wallet-modal/kernel#transactionNotSent')
