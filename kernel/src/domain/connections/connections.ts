import { fail, quote } from '../../errors/errors.js'
import { seal } from '../../errors/guard.js'
import { checkConnect } from '../../modal/check-arguments.js'
import type { Store } from '../../page/storage.js'
import { derived, type ReadonlySignal, signal } from '../../signals.js'
import type { Network } from '../network.js'
import type { ConnectOutcome, NamespaceAdapter, SwitchOutcome } from './adapter.js'
import type { Connected, SigningConnection } from './connection.js'
import type { Connector } from './connector.js'

/** Connection to a wallet, with its namespace, adapter and network. It can be inactive: see {@link WalletConnection.isActive}. */
export interface WalletConnection extends SigningConnection {
  /** Adapter of the namespace. */
  readonly adapter: NamespaceAdapter
  /** Whether this is the active connection of its namespace. A namespace has at most one active connection. Only this connection signs and sends. */
  readonly isActive: boolean
}

/** Connections of all namespaces. */
export interface Connections {
  /** Namespace adapters: one for each chain family of the site. */
  readonly adapters: ReadonlySignal<readonly NamespaceAdapter[]>
  /** Active connection of the modal. The buttons on the page display its account. `null` if no connection is active. */
  readonly active: ReadonlySignal<WalletConnection | null>
  /**
   * All connections, grouped by namespace. In each group, the active connection is first. An item stays the same object until one of its fields
   * changes.
   */
  readonly all: ReadonlySignal<readonly WalletConnection[]>
  /** Status of the modal. It stays `connected` while a connection is active, even during an attempt to connect another wallet. */
  readonly status: ReadonlySignal<'disconnected' | 'connecting' | 'reconnecting' | 'connected'>
  /** Returns the adapter of a CAIP-2 namespace. Throws `UNKNOWN_NAMESPACE`. */
  adapter(namespace: string): NamespaceAdapter
  /**
   * Connects a wallet in one namespace and makes it active. Default `namespace`: the namespace of `caipNetworkId`. Without both options, the first
   * namespace of the connector that the site supports. {@link ConnectOptions} describes `caipNetworkId` and `signal`. Rejects with the errors of
   * {@link NamespaceAdapter.connect}, and with `UNKNOWN_NAMESPACE`.
   */
  connect(
    connector: Connector,
    options?: { readonly namespace?: string; readonly caipNetworkId?: string; readonly signal?: AbortSignal },
  ): Promise<ConnectOutcome>
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
  /**
   * Makes a namespace the active namespace of the modal. With `connectorId`, also makes this wallet active. With `address`, also makes this account
   * of the wallet active. Throws `UNKNOWN_NAMESPACE`, and the errors of {@link NamespaceAdapter.use}.
   */
  activate(namespace: string, connectorId?: string, address?: string): void
}

/** Creates the connections of a modal. `key`: storage key of the active namespace. */
export function createConnections(
  adapters: ReadonlySignal<readonly NamespaceAdapter[]>,
  networks: ReadonlySignal<readonly Network[]>,
  store: Pick<Store, 'read' | 'write' | 'erase'>,
  key: string,
): Connections {
  const preferredNamespace = signal(store.read(key))
  const prefer = (namespace: string): void => {
    preferredNamespace.value = namespace
    if (adapters.peek().length > 1) store.write(key, namespace)
  }
  const adapter = (namespace: string): NamespaceAdapter =>
    adapters.peek().find((one) => one.namespace === namespace) ??
    fail(
      'UNKNOWN_NAMESPACE',
      `No plugin provides the namespace ${quote(namespace)}.${process.env.NODE_ENV === 'production' ? '' : ` Add @wallet-modal/${String(namespace)}.`}`,
    )

  const all = deriveConnections(adapters, networks)
  const active = deriveActive(adapters, all, preferredNamespace)

  return seal({
    adapters,
    adapter,
    all,
    active,
    status: derived(() => active.value?.status ?? statusOf(adapters.value)),
    async connect(connector, options = {}) {
      if (process.env.NODE_ENV !== 'production') checkConnect(connector, options.caipNetworkId)
      const { namespace = options.caipNetworkId?.split(':')[0] } = options
      const supported = connector.namespaces.find((one) => adapters.peek().some((other) => other.namespace === one))
      const target = namespace === undefined ? (supported ?? String(connector.namespaces[0])) : namespace
      return adapter(target).connect(connector, { ...options, onUse: () => prefer(target) })
    },
    async disconnect(namespace, connectorId) {
      const selected = namespace === undefined ? adapters.peek() : [adapter(namespace)]
      const results = await Promise.allSettled(selected.map(async (one) => one.disconnect(connectorId)))
      if (!all.peek()[0]) store.erase(key)
      for (const one of results) if (one.status === 'rejected') throw one.reason
    },
    async switchNetwork(caipNetworkId) {
      const { namespace } =
        networks.peek().find((one) => one.caipNetworkId === caipNetworkId) ??
        fail(
          'UNKNOWN_NETWORK',
          `${quote(caipNetworkId)} is not one of the networks of this site.${process.env.NODE_ENV === 'production' ? '' : ' Add it to "networks".'}`,
        )
      const outcome = await adapter(namespace).switchNetwork(caipNetworkId)
      if (outcome.status === 'switched') prefer(namespace)
      return outcome
    },
    activate(namespace, connectorId, address) {
      adapter(namespace).use(connectorId, address)
      prefer(namespace)
    },
  } satisfies Connections)
}

/** Connections of all namespaces. */
function deriveConnections(
  adapters: ReadonlySignal<readonly NamespaceAdapter[]>,
  networks: ReadonlySignal<readonly Network[]>,
): Connections['all'] {
  const cached = new WeakMap<Connected, WalletConnection>()
  const toWalletConnection = (adapter: NamespaceAdapter, state: Connected): WalletConnection => {
    const network = networks.value.find(({ caipNetworkId }) => caipNetworkId === state.caipNetworkId)
    // during an attempt, the state contains the active connection as `active`
    const namespaceState = adapter.state.value
    const { active = namespaceState }: { readonly active?: unknown } = Object(namespaceState)
    const isActive = active === state
    const previous = cached.get(state)
    if (previous && previous.network === network && previous.isActive === isActive) return previous
    const connection = Object.freeze({ ...state, namespace: adapter.namespace, adapter, network, isActive })
    cached.set(state, connection)
    return connection
  }
  return derived(() =>
    Object.freeze(
      adapters.value.flatMap((one) => one.connections.value.map((state) => toWalletConnection(one, state))),
    ),
  )
}

/** Active connection of the preferred namespace, else of the first namespace that has one. */
function deriveActive(
  adapters: ReadonlySignal<readonly NamespaceAdapter[]>,
  all: Connections['all'],
  preferredNamespace: ReadonlySignal<string | null>,
): Connections['active'] {
  /** True until the namespace that was active on the previous page has reconnected or failed to reconnect. */
  let isRestoring = true
  return derived(() => {
    const candidates = all.value.filter((one) => one.isActive)
    const preferred = candidates.find((one) => one.namespace === preferredNamespace.value)
    const isReconnecting = ({ namespace, state }: NamespaceAdapter): boolean =>
      namespace === preferredNamespace.value && state.value.status === 'reconnecting'
    if (!candidates[0] || (isRestoring && !preferred && adapters.value.some(isReconnecting))) return null
    isRestoring = false
    return preferred ?? candidates[0]
  })
}

/** Status of the modal while no connection is active. */
function statusOf(adapters: readonly NamespaceAdapter[]): 'connecting' | 'reconnecting' | 'disconnected' {
  const statuses = adapters.map((one) => one.state.value.status)
  return (['connecting', 'reconnecting'] as const).find((one) => statuses.includes(one)) ?? 'disconnected'
}
