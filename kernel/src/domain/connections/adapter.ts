import type { ReadonlySignal } from '../../signals.js'
import type { Transactions } from '../../transactions/transactions.js'
import type { Account } from '../account.js'
import type { Network } from '../network.js'
import type { Connected, ConnectionState } from './connection.js'
import type { Connector } from './connector.js'

/** What a wallet tells when it lets the site in. */
export interface Handshake {
  readonly accounts: readonly Account[]
  readonly caipNetworkId: string
}

export interface HandshakeRequest {
  readonly silent: boolean
  readonly signal: AbortSignal
  /** Where this wallet was when the page was left, as a CAIP-2 id; for wallets that have no network of their own. */
  readonly caipNetworkId?: string
}

export interface WalletListener {
  accounts(accounts: readonly Account[]): void
  network(caipNetworkId: string): void
  disconnected(): void
}

/** What a chain family has to supply; {@link createNamespace} makes an adapter of it. Errors may be thrown as they come. */
export interface NamespaceDriver<Provider> {
  /** The first part of its CAIP-2 ids. */
  readonly namespace: string
  /**
   * Set where the order in which wallets list accounts says nothing: the account in use stays as long as it is there. Elsewhere a wallet that
   * lists another one first has changed to it, as EIP-1193 wallets do.
   */
  readonly isUnordered?: boolean
  /** Checks what a connector handed over. */
  parseProvider(provider: unknown): Provider
  /** A silent handshake never prompts and answers `null` where there is no permission yet. */
  connect(provider: Provider, request: HandshakeRequest): Promise<Handshake | null>
  /** Reports changes until the returned function is called. */
  watch(provider: Provider, listener: WalletListener): () => void
  /** Resolves when the wallet is there. */
  switchNetwork(provider: Provider, network: Network): Promise<void>
  /** Takes the site's permission back, where the wallet knows how. */
  revoke?(provider: Provider): Promise<void>
  signMessage(provider: Provider, account: Account, message: string): Promise<string>
  /** Native balance in base units. */
  balance(account: Account, network: Network, signal: AbortSignal): Promise<bigint>
  /** The canonical writing of an address. Throws `INVALID_ARGUMENT` for anything else. */
  parseAddress(text: string): Promise<string>
  /** Whether an error says that the visitor declined. */
  isRejection(error: unknown): boolean
}

/** A declined request is an answer, not an error. */
export type ConnectOutcome =
  | { readonly status: 'connected'; readonly connection: Connected }
  | { readonly status: 'rejected' }
  /** A newer intent came first; nothing was changed by this one. */
  | { readonly status: 'superseded' }
  /** The wallet let the site in, but not to this namespace; a silent try found no permission. */
  | { readonly status: 'notGranted' }

/** How to connect. */
export interface ConnectOptions {
  /** Gives the try up. */
  readonly signal?: AbortSignal
  /**
   * Asks the visitor nothing, for what they have permitted otherwise: a session of several namespaces, a page that runs inside a wallet. Where
   * the wallet would have to ask it is `notGranted`, and no event tells of a failure.
   */
  readonly silent?: boolean
  /** Called the moment the wallet is in use, before anybody hears of it. */
  onUse?(): void
}

export type SwitchOutcome = { readonly status: 'switched' } | { readonly status: 'rejected' }

/**
 * One chain family, as the modal and other plugins see it. Several wallets may be live at once, and at most one is in use: it is what `state`
 * shows, what signs, and what events tell of. Only a visitor or the site puts a wallet to use. Where the one in use leaves by itself (it is
 * locked, or takes its permission back), none is in use, so that nobody goes on with another account unawares.
 */
export interface NamespaceAdapter {
  readonly namespace: string
  /**
   * Name of the family for visitors, such as "Stellar", in every language: a heading, and a word in sentences. Default: the namespace.
   */
  readonly title?: string | undefined
  /** Whether the Blockchain API lists balances and past transactions of the family. Otherwise its plugin's own sources are asked first. */
  readonly isIndexed?: boolean | undefined
  /** The connection in use, or the try to get one. */
  readonly state: ReadonlySignal<ConnectionState>
  /** Every live connection, the one in use first where there is one, those used last next. */
  readonly connections: ReadonlySignal<readonly Connected[]>
  /** The connectors that speak this namespace. */
  readonly connectors: ReadonlySignal<readonly Connector[]>
  /** Looks for installed wallets, once. The modal does so before it is shown. */
  discover(): Promise<void>
  /** Fetches the code for connecting, ahead of a visitor who does. Once it is on the screen the modal asks for it where a wallet is installed. */
  getReady(): Promise<void>
  /** Connects a wallet and puts it to use. Those that are connected stay so. */
  connect(connector: Connector, options?: ConnectOptions): Promise<ConnectOutcome>
  /** One wallet, where it was in use the one used before it takes its place; without a connector's id all of them, and whatever is under way. */
  disconnect(connectorId?: string): Promise<void>
  /**
   * Puts a live connection to use, by default the one that is, with another of its accounts where an address is given. The wallet is not
   * asked. Emits `accountChanged` and `networkChanged` where they differ from what was in use, or `connected` where nothing was. Throws
   * `NOT_CONNECTED`, `INVALID_ARGUMENT`.
   */
  use(connectorId?: string, address?: string): void
  /** Uses another account of the wallet in use. */
  switchAccount(address: string): void
  switchNetwork(caipNetworkId: string): Promise<SwitchOutcome>
  signMessage(message: string): Promise<string>
  /** Transactions of this family, the same object as the capability `transactions(namespace)`. Absent where the family's plugin has none. */
  readonly transactions?: Transactions | undefined
  /** Native balance of the account in use, on the network in use, in base units. */
  balance(signal?: AbortSignal): Promise<bigint>
  parseAddress(text: string): Promise<string>
}
