import type { ReadonlySignal } from '../signals.js'
import type { Account } from './account.js'
import type { Connected, ConnectionState } from './connection.js'
import type { Connector } from './connector.js'
import type { Network } from './network.js'

/** What a wallet tells when it lets the site in. */
export interface Handshake {
  readonly accounts: readonly Account[]
  readonly caipNetworkId: string
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
  /** Checks what a connector handed over. */
  parseProvider(provider: unknown): Provider
  /** A silent handshake never prompts and answers `null` where there is no permission yet. */
  connect(
    provider: Provider,
    request: { readonly silent: boolean; readonly signal: AbortSignal },
  ): Promise<Handshake | null>
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
  /**
   * A wallet that says yes to everything and does nothing. It is connected once, unseen, before a visitor chooses a real one: a browser
   * compiles code when it first runs, and the first run should not be inside a click.
   */
  readonly standIn?: Provider
  /** Whether an error says that the visitor declined. */
  isRejection(error: unknown): boolean
}

/** A declined request is an answer, not an error. */
export type ConnectOutcome =
  | { readonly status: 'connected'; readonly connection: Connected }
  | { readonly status: 'rejected' }
  /** A newer intent came first; nothing was changed by this one. */
  | { readonly status: 'superseded' }

export type SwitchOutcome = { readonly status: 'switched' } | { readonly status: 'rejected' }

/** One chain family, as the modal and other plugins see it. */
export interface NamespaceAdapter {
  readonly namespace: string
  readonly state: ReadonlySignal<ConnectionState>
  /** The connectors that speak this namespace. */
  readonly connectors: ReadonlySignal<readonly Connector[]>
  /** Looks for installed wallets, once. The modal does so before it is shown. */
  discover(): Promise<void>
  /** Fetches the code for connecting, ahead of a visitor who does. The modal asks for it once it is on the screen. */
  getReady(): Promise<void>
  /**
   * A silent one never prompts and never fails loudly: where the wallet would have to ask, it is `rejected`. For a page that runs inside a
   * wallet, which connects by itself.
   */
  connect(
    connector: Connector,
    options?: { readonly signal?: AbortSignal; readonly silent?: boolean },
  ): Promise<ConnectOutcome>
  disconnect(): Promise<void>
  /** Uses another of the connected accounts. */
  switchAccount(address: string): void
  switchNetwork(caipNetworkId: string): Promise<SwitchOutcome>
  signMessage(message: string): Promise<string>
  /** Native balance of the account in use, on the network in use, in base units. */
  balance(signal?: AbortSignal): Promise<bigint>
  parseAddress(text: string): Promise<string>
}
