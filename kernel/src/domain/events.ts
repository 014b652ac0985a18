import { event } from '../plugins/token.js'
import type { SentTransaction } from '../transactions/sent-transaction.js'
import type { FinalStatus } from '../transactions/transactions.js'
import type { Account } from './account.js'

/** The modal is shown. */
export const opened = /* @__PURE__ */ event('@wallet-modal/kernel#opened')

/** The modal is gone. */
export const closed = /* @__PURE__ */ event('@wallet-modal/kernel#closed')

// Of several connected wallets, events tell of the one in use.

/** A wallet was connected and is in use; `restored` tells a silent one, for which the visitor was not asked, from their choice. */
export const connected = /* @__PURE__ */ event<{
  readonly namespace: string
  readonly connectorId: string
  readonly connectorName: string
  readonly accounts: readonly Account[]
  readonly caipNetworkId: string
  readonly restored: boolean
}>('@wallet-modal/kernel#connected')

/**
 * No wallet of the namespace is in use any more. Others may still be connected, see `NamespaceAdapter.connections`. `lost`: nobody asked for it
 * here, the wallet was locked, took its permission back or was disconnected in another tab.
 */
export const disconnected = /* @__PURE__ */ event<{ readonly namespace: string; readonly lost?: true }>(
  '@wallet-modal/kernel#disconnected',
)

/** The wallet did not take the site's permission back, or not in time. The namespace had been disconnected before, with its own event. */
export const revokeFailed = /* @__PURE__ */ event<{ readonly namespace: string; readonly message: string }>(
  '@wallet-modal/kernel#revokeFailed',
)

/**
 * A wallet that was asked did not connect. A connection that the caller gave up, one that a newer intent replaced, and code that could not be
 * fetched have no event: `connect` answers or rejects.
 */
export const connectFailed = /* @__PURE__ */ event<{
  readonly namespace: string
  readonly connectorId: string
  readonly rejected: boolean
  readonly message: string
}>('@wallet-modal/kernel#connectFailed')

/** The wallet in use is on another network, or another wallet is in use that is on another one. */
export const networkChanged = /* @__PURE__ */ event<{ readonly namespace: string; readonly caipNetworkId: string }>(
  '@wallet-modal/kernel#networkChanged',
)

/** Another account is in use, of the same wallet or of another one. */
export const accountChanged = /* @__PURE__ */ event<{ readonly namespace: string; readonly account: Account }>(
  '@wallet-modal/kernel#accountChanged',
)

/** A transaction was submitted to a wallet, by any plugin, and not rejected. Balances have changed or are about to. */
export const transactionSent = /* @__PURE__ */ event<SentTransaction>('@wallet-modal/kernel#transactionSent')

/** A chain has seen a submitted transaction, and tells its number. Emitted some time after `transactionSent`, or not at all. */
export const transactionSeen = /* @__PURE__ */ event<SentTransaction & { readonly nonce: bigint }>(
  '@wallet-modal/kernel#transactionSeen',
)

/** A submitted transaction is confirmed, failed or replaced. */
export const transactionSettled = /* @__PURE__ */ event<SentTransaction & { readonly status: FinalStatus }>(
  '@wallet-modal/kernel#transactionSettled',
)
