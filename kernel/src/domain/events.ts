import { event } from '../plugins/token.js'
import type { SentTransaction } from '../transactions/sent-transaction.js'
import type { FinalStatus } from '../transactions/transactions.js'
import type { Account } from './account.js'

/** The modal was opened. */
export const opened = /* @__PURE__ */ event('@wallet-modal/kernel#opened')

/** The modal was closed. */
export const closed = /* @__PURE__ */ event('@wallet-modal/kernel#closed')

// If several wallets are connected, events report the active one only.

/** A wallet was connected and is active. `restored`: without a prompt, for example after a page load or in another namespace of the same wallet. */
export const connected = /* @__PURE__ */ event<{
  readonly namespace: string
  readonly connectorId: string
  readonly connectorName: string
  readonly accounts: readonly Account[]
  readonly caipNetworkId: string
  readonly restored: boolean
}>('@wallet-modal/kernel#connected')

/**
 * The active wallet of a namespace was disconnected and no other wallet became active, or `disconnect` cancelled a pending attempt. If another wallet
 * became active, `accountChanged` and `networkChanged` report it instead. `lost`: this page did not request it. The wallet was locked, revoked the
 * site's permission, or was disconnected in another tab. Other wallets may then still be connected: see `NamespaceAdapter.connections`.
 */
export const disconnected = /* @__PURE__ */ event<{ readonly namespace: string; readonly lost?: true }>(
  '@wallet-modal/kernel#disconnected',
)

/** The wallet failed to revoke the site's permission, or did not answer in time. Emitted after the wallet was disconnected. */
export const revokeFailed = /* @__PURE__ */ event<{ readonly namespace: string; readonly message: string }>(
  '@wallet-modal/kernel#revokeFailed',
)

/**
 * A wallet did not connect. `rejected`: the visitor rejected the request. This event is not emitted in these cases: the request was silent, cancelled
 * or replaced; the wallet did not authorize the namespace; the site does not list the requested network; the code of the chain family could not be
 * downloaded.
 */
export const connectFailed = /* @__PURE__ */ event<{
  readonly namespace: string
  readonly connectorId: string
  readonly rejected: boolean
  readonly message: string
}>('@wallet-modal/kernel#connectFailed')

/** The active network changed: the active wallet switched, or another connected wallet became active. A new wallet emits only `connected`. */
export const networkChanged = /* @__PURE__ */ event<{ readonly namespace: string; readonly caipNetworkId: string }>(
  '@wallet-modal/kernel#networkChanged',
)

/** The active account changed: the active wallet switched it, or another connected wallet became active. A new wallet emits only `connected`. */
export const accountChanged = /* @__PURE__ */ event<{ readonly namespace: string; readonly account: Account }>(
  '@wallet-modal/kernel#accountChanged',
)

/**
 * A plugin submitted a transaction, and the wallet did not reject it. Also emitted for a transaction that the site sent itself and added to the history
 * (`isSentBySite`). Balances have changed or will change.
 */
export const transactionSent = /* @__PURE__ */ event<SentTransaction>('@wallet-modal/kernel#transactionSent')

/**
 * A submitted transaction was found on the chain. Adds to the payload of `transactionSent` the `nonce` or, if it was missing, the `hash`. Also emitted if
 * an equal transaction was included instead (`replacementHash`). Emitted some time after `transactionSent`, or not at all.
 */
export const transactionSeen = /* @__PURE__ */ event<SentTransaction & { readonly hash: string }>(
  '@wallet-modal/kernel#transactionSeen',
)

/** A submitted transaction has a final status: confirmed, failed, partly failed or replaced. */
export const transactionSettled = /* @__PURE__ */ event<SentTransaction & { readonly status: FinalStatus }>(
  '@wallet-modal/kernel#transactionSettled',
)
