import { event } from '../plugins/token.js'
import type { SentTransaction } from '../transactions/sent-transaction.js'
import type { FinalStatus } from '../transactions/transactions.js'
import type { Account } from './account.js'

/** The modal was opened. */
export const opened = /* @__PURE__ */ event('@wallet-modal/kernel#opened')

/** The modal was closed. */
export const closed = /* @__PURE__ */ event('@wallet-modal/kernel#closed')

// If several wallets are connected, the following events report only the active wallet of each namespace.

/**
 * A wallet was connected and is active. `restored`: whether the wallet was connected without a prompt, for example after a page load or in another
 * namespace of the same wallet.
 */
export const connected = /* @__PURE__ */ event<{
  readonly namespace: string
  readonly connectorId: string
  readonly connectorName: string
  readonly accounts: readonly Account[]
  readonly caipNetworkId: string
  readonly restored: boolean
}>('@wallet-modal/kernel#connected')

/**
 * The active wallet of a namespace was disconnected, and no other wallet became active. Also emitted if `disconnect` cancelled a pending attempt. If
 * another wallet becomes active, `accountChanged` and `networkChanged` report the differences instead. `lost`: set if this page did not request the
 * disconnection, for example because the wallet was locked or was disconnected in another tab. Other wallets may still be connected: see
 * `NamespaceAdapter.connections`.
 */
export const disconnected = /* @__PURE__ */ event<{ readonly namespace: string; readonly lost?: true }>(
  '@wallet-modal/kernel#disconnected',
)

/** A disconnected wallet could not revoke the site's permission, or did not reply in time. Emitted after the wallet was disconnected. */
export const revokeFailed = /* @__PURE__ */ event<{ readonly namespace: string; readonly message: string }>(
  '@wallet-modal/kernel#revokeFailed',
)

/**
 * A wallet did not connect. `rejected`: whether the visitor rejected the request. Not emitted for a request that was silent, cancelled or replaced.
 * Also not emitted if the wallet did not authorize the namespace, if the site does not list the requested network, or if the code of the chain family
 * could not be downloaded.
 */
export const connectFailed = /* @__PURE__ */ event<{
  readonly namespace: string
  readonly connectorId: string
  readonly rejected: boolean
  readonly message: string
}>('@wallet-modal/kernel#connectFailed')

/**
 * The active network of a namespace changed: the active wallet switched its network, or another connected wallet became active. When a new wallet
 * connects, only `connected` is emitted.
 */
export const networkChanged = /* @__PURE__ */ event<{ readonly namespace: string; readonly caipNetworkId: string }>(
  '@wallet-modal/kernel#networkChanged',
)

/**
 * The active account of a namespace changed: the active wallet switched its account, or another connected wallet became active. When a new wallet
 * connects, only `connected` is emitted.
 */
export const accountChanged = /* @__PURE__ */ event<{ readonly namespace: string; readonly account: Account }>(
  '@wallet-modal/kernel#accountChanged',
)

/**
 * A plugin submitted a transaction, and the wallet did not reject it. Also emitted when the site adds one of its own transactions to the history:
 * then `isSentBySite` is set.
 */
export const transactionSent = /* @__PURE__ */ event<SentTransaction>('@wallet-modal/kernel#transactionSent')

/**
 * A node has returned a submitted transaction. The payload is that of `transactionSent`, with `hash` and, on chains with nonces, `nonce`. If the
 * visitor sped the transaction up in the wallet, `replacementHash` is the hash of the included transaction. Emitted some time after
 * `transactionSent`, or not at all.
 */
export const transactionSeen = /* @__PURE__ */ event<SentTransaction & { readonly hash: string }>(
  '@wallet-modal/kernel#transactionSeen',
)

/** A submitted transaction has a final status: confirmed, failed, partly failed or replaced. */
export const transactionSettled = /* @__PURE__ */ event<SentTransaction & { readonly status: FinalStatus }>(
  '@wallet-modal/kernel#transactionSettled',
)
