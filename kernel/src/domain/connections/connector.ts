import type { PlainView } from '../../plugins/token.js'
import type { ReadonlySignal } from '../../signals.js'
import type { Network } from '../network.js'

/** The kinds of the field's wire format. What a connector can do is in its facts ({@link Connector.isInstalled} and the next ones), not in its kind. */
export type ConnectorType = 'WALLET_CONNECT' | 'INJECTED' | 'ANNOUNCED' | 'EXTERNAL' | 'AUTH' | 'MULTI_CHAIN'

export interface ProviderRequest {
  readonly namespace: string
  /** The namespace's networks, the one to start with first. */
  readonly networks: readonly Network[]
  /** A silent request must not show anything to the visitor: without an existing permission it answers `null`. */
  readonly silent: boolean
  readonly signal: AbortSignal
}

/** A way to reach a wallet. Anybody may contribute one to the `connectors` slot; the namespace's adapter does the rest. */
export interface Connector {
  /** Stable across page loads: the rdns of an announced wallet, else a name such as `injected`. */
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  /** The CAIP-2 namespaces it speaks. */
  readonly namespaces: readonly string[]
  /** A `data:` image URI. */
  readonly icon?: string
  /** Reverse domain name of the wallet (EIP-6963). */
  readonly rdns?: string
  /** The wallet's id in the catalogue. */
  readonly walletId?: string
  /**
   * What all connectors of one wallet hold in common, such as its Wallet Standard object. With `rdns` and `walletId` it tells that connectors
   * of several namespaces are one wallet; a display name never does.
   */
  readonly identity?: object
  /** Set where the wallet is in this browser: an extension, or the app whose browser shows the page. */
  readonly isInstalled?: boolean
  /**
   * Set where it reaches wallets elsewhere by a link or a code. Wallets of the catalogue are paired through it, and one connection serves all its
   * namespaces.
   */
  readonly pairsByLink?: boolean
  /** Set where a block of the Connect view offers it, such as an email login: it has no row in the list of wallets. */
  readonly hasOwnBlock?: boolean
  /** Set where another wallet claims the same identity: the visitor is warned. */
  readonly suspicious?: boolean
  /** Shown in place of the usual "continue in your wallet": it asks for the connection itself, such as by a QR code. */
  readonly view?: PlainView
  /**
   * Where the wallet bounds the networks that it can be switched to (CAIP-25): their CAIP-2 ids, of all namespaces that are connected through
   * it. `null` while none is.
   */
  readonly approved?: ReadonlySignal<readonly string[] | null>
  /**
   * The wallet in the ecosystem's own shape: an EIP-1193 provider for eip155, a Wallet Standard wallet for solana, and so on. `null` where the
   * wallet let the site in, but not to this namespace.
   */
  provider(request: ProviderRequest): Promise<unknown>
}
