import { slot } from '../../plugins/token.js'
import type { AccountId } from '../caip.js'

/** Accounts, networks and methods that a wallet approved for one namespace of a session. */
export interface ApprovedNamespace {
  /** Approved accounts, one for each pair of address and network. */
  readonly accounts: readonly AccountId[]
  /** CAIP-2 ids of the networks that have an account. */
  readonly chains: readonly string[]
  /**
   * The same networks with the CAIP-2 ids that the wallet uses, which may be former ids. `NamespaceSession.request` translates current ids to them.
   */
  readonly walletChains: readonly string[]
  /** Approved methods. Each is one of the proposed methods. */
  readonly methods: readonly string[]
}

/** Callbacks for changes of a session. */
export interface SessionListener {
  /** {@link NamespaceSession.approved} has changed. */
  changed(): void
  /** The wallet emitted an event of the namespace on the network `caipNetworkId`. */
  event(name: string, data: unknown, caipNetworkId: string): void
  /** The session has ended. */
  ended(): void
}

/** One namespace of a session with a wallet (CAIP-25). {@link SessionSupport.createProvider} creates a provider from it. */
export interface NamespaceSession {
  /** The wallet's display name. */
  readonly wallet: string
  /** Approved accounts, networks and methods. All lists are empty once the session has ended. */
  approved(): ApprovedNamespace
  /** Sends a request to the wallet once, on the network `caipNetworkId`. Rejects with an EIP-1193 `ProviderRpcError`. */
  request(caipNetworkId: string, method: string, params: unknown): Promise<unknown>
  /** Sets the listener; replaces an earlier one. */
  listen(listener: SessionListener): void
  /** Removes the namespace from the session. Removing the last namespace ends the session. */
  leave(): Promise<void>
}

/** Methods, events and formats of one namespace in a session (CAIP-25). */
export interface SessionSupport {
  /** Proposed methods. No other method is ever sent to a wallet. */
  readonly methods: readonly string[]
  /** Proposed events. */
  readonly events: readonly string[]
  /** Whether a text has the form of an address. Checksums are checked by the namespace's adapter. */
  isAddress(text: string): boolean
  /** Whether a CAIP-2 reference is well-formed. Default: every reference is. */
  isReference?(reference: string): boolean
  /** Former CAIP-2 ids that wallets still use, each with its current id. */
  readonly aliases?: Readonly<Record<string, string>>
  /**
   * Creates a provider with the wallet interface of this chain family. `NamespaceDriver.parseProvider` of the namespace must accept it. `chains`:
   * CAIP-2 ids of the site's networks, the initial network first. Returns `null` if the provider cannot be created.
   */
  createProvider(session: NamespaceSession, chains: readonly string[]): unknown
}

/** A namespace that can be used through a session of several namespaces, such as a WalletConnect pairing. */
export interface SessionNamespace {
  readonly namespace: string
  /** Called before a session is proposed or restored. */
  load(): Promise<SessionSupport>
}

/** Chain families for sessions such as those of WalletConnect. If several plugins add the same namespace, the item with the highest order is used. */
export const sessionNamespaces = /* @__PURE__ */ slot<SessionNamespace>('@wallet-modal/kernel#sessionNamespaces')
