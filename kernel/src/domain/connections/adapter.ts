import type { ReadonlySignal } from '../../signals.js'
import type { Transactions } from '../../transactions/transactions.js'
import type { Account } from '../account.js'
import type { Network } from '../network.js'
import type { Connected, ConnectionState } from './connection.js'
import type { Connector } from './connector.js'

/** Wallet's reply to a connection request. */
export interface Handshake {
  readonly accounts: readonly Account[]
  readonly caipNetworkId: string
}

export interface HandshakeRequest {
  /** Whether the wallet must not prompt. */
  readonly silent: boolean
  readonly signal: AbortSignal
  /**
   * CAIP-2 id of the requested network, or of the last network of a stored wallet. Wallets without an active network of their own start on this
   * network.
   */
  readonly caipNetworkId?: string
}

/** Callbacks for changes of a wallet. */
export interface WalletListener {
  /** All accounts that the wallet shares with the site, in the wallet's order. An empty list disconnects the wallet. */
  accounts(accounts: readonly Account[]): void
  /** CAIP-2 id of the new network, even if the site does not list it. */
  network(caipNetworkId: string): void
  /** The wallet disconnected itself. */
  disconnected(): void
}

/** Chain-specific part of an adapter; {@link createNamespace} creates the adapter from it. Errors of the wallet may be thrown unchanged. */
export interface NamespaceDriver<Provider> {
  /** CAIP-2 namespace. */
  readonly namespace: string
  /**
   * Set if the order of a wallet's accounts has no meaning. The active account then stays active while the wallet lists it. If not set, a new first
   * account becomes active, as with EIP-1193 wallets.
   */
  readonly isUnordered?: boolean
  /** Validates the object that `Connector.provider` returned. Throws if it is not a provider of this chain family. */
  parseProvider(provider: unknown): Provider
  /** Asks the wallet for accounts and network. If `silent` is set, never prompts, and resolves to `null` without an existing permission. */
  connect(provider: Provider, request: HandshakeRequest): Promise<Handshake | null>
  /** Subscribes to changes. Returns an unsubscribe function. */
  watch(provider: Provider, listener: WalletListener): () => void
  /** Resolves when the wallet has switched. */
  switchNetwork(provider: Provider, network: Network): Promise<void>
  /** Revokes the site's permission, if the wallet supports it. */
  revoke?(provider: Provider): Promise<void>
  /** Signs a text. Resolves to the signature in the encoding of the chain. */
  signMessage(provider: Provider, account: Account, message: string): Promise<string>
  /** Native balance in base units. */
  balance(account: Account, network: Network, signal: AbortSignal): Promise<bigint>
  /** Canonical form of an address. Throws `INVALID_ARGUMENT` if it is invalid. */
  parseAddress(text: string): Promise<string>
  /** Whether an error means that the visitor rejected the request. */
  isRejection(error: unknown): boolean
}

/** Result of `connect`. A rejection by the visitor is a result, not an error. */
export type ConnectOutcome =
  /** The wallet is connected and active. */
  | {
      readonly status: 'connected'
      readonly connection: Connected
      /** Set if the wallet is not on the requested network: the visitor rejected the switch, or the switch failed. */
      readonly networkSwitch?: 'rejected' | 'failed'
    }
  /** The visitor rejected the request. */
  | { readonly status: 'rejected' }
  /** The caller cancelled this request, a newer action replaced it, or the modal was disposed. The request changed nothing. */
  | { readonly status: 'superseded' }
  /** The wallet did not authorize this namespace, or a silent request found no permission. */
  | { readonly status: 'notGranted' }

/** Options of `connect`. */
export interface ConnectOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal
  /**
   * Connects only with an existing permission, without a prompt. If the wallet would have to prompt, the status of the result is `notGranted`.
   * Failures emit no event.
   */
  readonly silent?: boolean
  /**
   * CAIP-2 id of the network to use. A wallet on another network is asked to switch before the connection becomes active, unless `silent` is set. If
   * the visitor rejects the switch, or if the switch fails, the wallet is connected on its current network. The result then has the field
   * `networkSwitch`.
   */
  readonly caipNetworkId?: string
  /** Called when the wallet has become active, before subscribers of `state` and event listeners are called. */
  onUse?(): void
}

/** Result of `switchNetwork`. A rejection by the visitor is a result, not an error. */
export type SwitchOutcome = { readonly status: 'switched' } | { readonly status: 'rejected' }

/**
 * Adapter of one chain family: connects and disconnects its wallets, switches their networks and requests signatures. Several wallets can be
 * connected at the same time. At most one of them is active: the wallet in `state`. Only the active wallet signs, and events report only this wallet.
 * If the active wallet disconnects itself, no other wallet becomes active, so that the visitor does not continue with another account by mistake.
 */
export interface NamespaceAdapter {
  /** CAIP-2 namespace. */
  readonly namespace: string
  /** Display name of the chain family in all languages, such as "Stellar". Used as a heading and in sentences. Default: the namespace. */
  readonly title?: string | undefined
  /**
   * Set if the Blockchain API (service `blockchain`) supports the chain family. If not set, plugins do not request prices, token lists and past
   * transactions from this API.
   */
  readonly isIndexed?: boolean | undefined
  /** Active connection or pending connection attempt. Its `status` is `disconnected`, `connecting`, `reconnecting` or `connected`. */
  readonly state: ReadonlySignal<ConnectionState>
  /** All connections. The active connection is first, followed by the most recently used ones. */
  readonly connections: ReadonlySignal<readonly Connected[]>
  /** Connectors of wallets for this namespace. */
  readonly connectors: ReadonlySignal<readonly Connector[]>
  /**
   * Discovers installed wallets, once. Called when the modal is preloaded or opens, and when stored wallets are reconnected. Never rejects: failures
   * are logged, and the next call discovers the wallets again.
   */
  discover(): Promise<void>
  /** Preloads the code for connecting. Called after the modal was opened, if a wallet is installed. Never rejects: failures are logged. */
  getReady(): Promise<void>
  /**
   * Connects a wallet and makes it active. Other wallets stay connected. Rejects with `CONNECT_FAILED`, with `UNKNOWN_NETWORK` if the site does not
   * list the requested network, or with `NETWORK_ERROR` if the code of the chain family could not be downloaded.
   */
  connect(connector: Connector, options?: ConnectOptions): Promise<ConnectOutcome>
  /**
   * Disconnects one wallet, also if the page load is still restoring it. If it was active, the most recently used of the other wallets becomes
   * active. Without a connector's id, disconnects all wallets and cancels a pending attempt. Rejects with `NETWORK_ERROR` if the code of the chain
   * family is needed, but could not be downloaded.
   */
  disconnect(connectorId?: string): Promise<void>
  /**
   * Makes a connected wallet and one of its accounts active. Default `connectorId`: the active wallet. Default `address`: the active account of the
   * wallet. Sends no request to the wallet. Emits `accountChanged` if the active account changes, and `networkChanged` if the active network changes.
   * If no wallet was active before, emits `connected` instead. Throws `NOT_CONNECTED` or `INVALID_ARGUMENT`.
   */
  use(connectorId?: string, address?: string): void
  /**
   * Makes another account of the active wallet active. Throws `NOT_CONNECTED`, or `INVALID_ARGUMENT` if the wallet does not share the account with
   * the site.
   */
  switchAccount(address: string): void
  /**
   * Switches the active wallet to a network of the site. Resolves with the status `switched`, or with `rejected` if the visitor rejects the switch.
   * Rejects with `UNKNOWN_NETWORK`, `NOT_CONNECTED` or `SWITCH_FAILED`.
   */
  switchNetwork(caipNetworkId: string): Promise<SwitchOutcome>
  /**
   * Requests a signature of a text by the active account. Resolves with the signature, in the encoding of its chain. Rejects with the error of the
   * wallet, or with `NOT_CONNECTED`. If the visitor rejected the request, the error has the code 4001 (EIP-1193) in every chain family.
   */
  signMessage(message: string): Promise<string>
  /**
   * Prepares and tracks transactions of this chain family. The same object as the capability `transactions(namespace)`. Absent if the plugin of the
   * chain family does not support transactions.
   */
  readonly transactions?: Transactions | undefined
  /**
   * Reads the native balance of the active account, in base units. Default `network`: the active network. Rejects with `NOT_CONNECTED`, with
   * `UNKNOWN_NETWORK` if the site does not list the active network, or with the error of the failed read.
   */
  balance(signal?: AbortSignal, network?: Network): Promise<bigint>
  /**
   * Resolves with the canonical form of an address. Rejects with `INVALID_ARGUMENT` if the address is invalid, or with `NETWORK_ERROR` if the code of
   * the chain family could not be downloaded.
   */
  parseAddress(text: string): Promise<string>
}
