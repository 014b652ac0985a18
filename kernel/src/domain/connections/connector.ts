import type { PlainView } from '../../plugins/token.js'
import type { ReadonlySignal } from '../../signals.js'
import type { Network } from '../network.js'

/**
 * Connector types of the wallet catalogue API. A type does not determine what a connector can do: see its fields, such as {@link
 * Connector.isInstalled}.
 */
export type ConnectorType = 'WALLET_CONNECT' | 'INJECTED' | 'ANNOUNCED' | 'EXTERNAL' | 'AUTH' | 'MULTI_CHAIN'

export interface ProviderRequest {
  readonly namespace: string
  /** The namespace's networks, the initial one first. */
  readonly networks: readonly Network[]
  /** Set if the connector must not display anything. Without an existing permission, `provider` then resolves to `null`. */
  readonly silent: boolean
  readonly signal: AbortSignal
}

/** Requested chain family and network. Params of the Connect view, and of {@link Connector.view}. */
export interface ConnectParams {
  /** CAIP-2 namespace, such as `bip122`. Default: any. */
  readonly namespace?: string | undefined
  /** CAIP-2 id of the network to use. If the wallet is on another network of the same namespace, the modal asks the wallet to switch. */
  readonly caipNetworkId?: string | undefined
}

/** Connection method for a wallet. Any plugin may add one to the `connectors` slot; the namespace's adapter handles the connection. */
export interface Connector {
  /** Id that is the same on every page load: the rdns of an announced wallet, or a name such as `injected`. */
  readonly id: string
  /** Name of the wallet. */
  readonly name: string
  /** Type in the wallet catalogue API: `WALLET_CONNECT`, `INJECTED`, `ANNOUNCED`, `EXTERNAL` (an SDK), `AUTH` or `MULTI_CHAIN`. */
  readonly type: ConnectorType
  /** Supported CAIP-2 namespaces. */
  readonly namespaces: readonly string[]
  /** A `data:` URL of an image. */
  readonly icon?: string
  /** Reverse domain name of the wallet (EIP-6963). */
  readonly rdns?: string
  /** Id in the wallet catalogue. */
  readonly walletId?: string
  /**
   * Object that all connectors of one wallet share, such as its Wallet Standard object. Connectors of different namespaces belong to one wallet if
   * they have the same `identity`, `rdns` or `walletId`. Names are not compared.
   */
  readonly identity?: object
  /** Set if the wallet is available in this browser: as an extension, or because the page is open in the in-app browser of the wallet. */
  readonly isInstalled?: boolean
  /**
   * Set if the connector pairs wallets by link or QR code. The modal pairs the wallets of the catalogue through this connector. One pairing connects
   * all namespaces of the connector.
   */
  readonly pairsByLink?: boolean
  /** Set if the connector has its own block in the Connect view, such as email login. The wallet list then omits the connector. */
  readonly hasOwnBlock?: boolean
  /** Set if another wallet claims the same identity. The visitor then sees a warning. */
  readonly suspicious?: boolean
  /**
   * View that replaces the modal's default view for connecting. The replacement must start the connection itself, for example with a QR code. Its
   * params are {@link ConnectParams}: the requested `namespace` and `caipNetworkId`, if any.
   */
  readonly view?: PlainView
  /**
   * CAIP-2 ids of the networks that the wallet approved, in all connected namespaces (CAIP-25). `null` while no namespace is connected. Absent if the
   * wallet permits all networks.
   */
  readonly approved?: ReadonlySignal<readonly string[] | null>
  /**
   * Resolves with the provider of the wallet: for eip155 an EIP-1193 provider, for solana a Wallet Standard wallet, and so on. Resolves with `null`
   * if the wallet did not authorize this namespace.
   */
  provider(request: ProviderRequest): Promise<unknown>
}
