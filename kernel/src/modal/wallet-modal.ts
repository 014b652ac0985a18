import type { SwitchOutcome } from '../domain/connections/adapter.js'
import type { Connections } from '../domain/connections/connections.js'
import type { Network } from '../domain/network.js'
import type { WalletModalError } from '../errors/errors.js'
import type { OutputOf, Plugin } from '../plugins/plugin.js'
import type { EventToken, View } from '../plugins/token.js'
import type { ReadonlySignal } from '../signals.js'
import type { Languages, StringOverrides } from '../texts/i18n.js'
import type { ThemeMode } from './site.js'
import type { Theme } from './theme.js'

export type OpenOptions<P, R> = { readonly view: View<P, R> } & ([P] extends [void]
  ? unknown
  : undefined extends P
    ? { readonly params?: P }
    : { readonly params: P })

/** Modal on a page. Can be created on a server; in a browser, it mounts itself. */
export interface WalletModal extends Disposable {
  /** Id from the configuration. */
  readonly id: string
  /** Whether a view is open. */
  readonly isOpen: ReadonlySignal<boolean>
  /** Connected wallets, and methods that connect, switch and disconnect. */
  readonly connections: Connections
  /** Networks of the site, networks of plugins, and networks added with `addNetwork`, without duplicates. */
  readonly networks: ReadonlySignal<readonly Network[]>
  /** Errors that the kernel and the plugins have reported, at most the latest 100. */
  readonly errors: ReadonlySignal<readonly WalletModalError[]>
  /** Theme tokens that the site has set. */
  readonly theme: ReadonlySignal<Theme>
  /** Language, as a BCP 47 tag. */
  readonly locale: ReadonlySignal<string>
  /** The field `strings` of the configuration. */
  readonly strings: StringOverrides | undefined
  /** The field `languages` of the configuration. */
  readonly languages: Languages | undefined
  /**
   * Opens the default view for the current state: usually Account if a wallet is connected, and Connect if not. Resolves when this view is closed or
   * replaced. A view that opens above this view does not resolve the promise. If the modal is already open, `open()` changes nothing and resolves when
   * the modal closes. Rejects with `NO_VIEW` if no plugin has a default view, and on a server. `open` can be an event handler, such as
   * `onClick={modal.open}`: it ignores the event.
   */
  open(): Promise<undefined>
  /**
   * Closes all open views and opens a view. Resolves with the result of the view, or with `undefined` if the visitor leaves the view without a result.
   * Rejects with `UNKNOWN_VIEW`, or on a server with `NO_VIEW`.
   */
  open<P, R>(options: OpenOptions<P, R>): Promise<R | undefined>
  /** Closes the modal. Returns `false` if a function in the slot `closeGuards` refused: the modal then stays open. */
  close(): boolean
  /**
   * Disconnects all wallets. With `namespace`, disconnects only the wallets of this namespace. With `connectorId`, disconnects only the wallet with
   * this connector. Rejects with `UNKNOWN_NAMESPACE`.
   */
  disconnect(namespace?: string, connectorId?: string): Promise<void>
  /**
   * Switches the namespace's active wallet to the network. After the switch, this namespace is the active namespace of the modal.
   * Resolves with the status `switched`, or with `rejected` if the visitor rejects the switch. Rejects with `UNKNOWN_NETWORK`, `UNKNOWN_NAMESPACE`,
   * `NOT_CONNECTED` or `SWITCH_FAILED`.
   */
  switchNetwork(caipNetworkId: string): Promise<SwitchOutcome>
  /** Returns the return value of the plugin's `setup`, or `undefined` if the plugin is not listed or was disabled. */
  use<P extends Plugin>(plugin: P): OutputOf<P> | undefined
  /** Subscribes to an event. Returns an unsubscribe function. */
  on<T>(event: EventToken<T>, listener: (payload: T) => void): () => void
  /**
   * Changes the given theme tokens. For an invalid token, throws `INVALID_ARGUMENT` in development, and uses the token's default value in production.
   */
  setTheme(theme: ThemeMode | Theme): void
  /** Changes the language, given as a BCP 47 tag. Throws `INVALID_ARGUMENT` for an invalid tag. */
  setLocale(locale: string): void
  /** Adds a network. Returns a function that removes it. In development, throws `INVALID_CONFIG` for an invalid network. */
  addNetwork(network: Network): () => void
  /** Discovers wallets, and preloads the code and texts of the default view. Rejects if the code cannot be downloaded. */
  prefetch(): Promise<void>
  /**
   * Disconnects all wallets. Deletes the cached replies of services and all keys of this modal in `localStorage`. Does not delete the data of the email
   * wallet's iframe.
   */
  forget(): Promise<void>
  /** Stops all plugins and removes the modal from the page. After that, all other methods except `use` throw or reject with `DISPOSED`. */
  dispose(): void
}
