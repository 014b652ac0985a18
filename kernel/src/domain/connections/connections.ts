import { fail, quote } from '../../errors/errors.js'
import { seal } from '../../errors/guard.js'
import { checkConnect } from '../../modal/check-arguments.js'
import type { Store } from '../../page/storage.js'
import { derived, type ReadonlySignal, signal } from '../../signals.js'
import type { Network } from '../network.js'
import type { ConnectOutcome, NamespaceAdapter, SwitchOutcome } from './adapter.js'
import type { Connected, SigningConnection } from './connection.js'
import type { Connector } from './connector.js'

/** Connection with its network, connector and provider. */
export interface ActiveConnection extends SigningConnection {
  readonly adapter: NamespaceAdapter
  /** Whether it is its namespace's active connection, which signs and sends. Others are connected in the background. */
  readonly isInUse: boolean
}

/** Connections of all namespaces. */
export interface Connections {
  readonly adapters: ReadonlySignal<readonly NamespaceAdapter[]>
  /** Active connection of the modal and the site's buttons. */
  readonly active: ReadonlySignal<ActiveConnection | null>
  /** All connections by namespace, the active one first. An item stays the same object until one of its fields changes. */
  readonly all: ReadonlySignal<readonly ActiveConnection[]>
  /** `connecting` and `reconnecting` only while no other connection is active. */
  readonly status: ReadonlySignal<'disconnected' | 'connecting' | 'reconnecting' | 'connected'>
  /** Throws `UNKNOWN_NAMESPACE`. */
  adapter(namespace: string): NamespaceAdapter
  /** Connects in one namespace; default: the first of the connector's that the site offers. */
  connect(
    connector: Connector,
    options?: { readonly namespace?: string; readonly signal?: AbortSignal },
  ): Promise<ConnectOutcome>
  /** Disconnects all wallets, those of one namespace, or one wallet. */
  disconnect(namespace?: string, connectorId?: string): Promise<void>
  switchNetwork(caipNetworkId: string): Promise<SwitchOutcome>
  /**
   * Makes a namespace the modal's active one. With a connector's id, and optionally an address, also makes that wallet active; see {@link
   * NamespaceAdapter.use}.
   */
  activate(namespace: string, connectorId?: string, address?: string): void
}

/** `key` of `store` is the storage key of the active namespace. */
export function createConnections(
  adapters: ReadonlySignal<readonly NamespaceAdapter[]>,
  networks: ReadonlySignal<readonly Network[]>,
  store: Pick<Store, 'read' | 'write' | 'erase'>,
  key: string,
): Connections {
  const preferred = signal(store.read(key))
  const prefer = (namespace: string): void => {
    preferred.value = namespace
    if (adapters.peek().length > 1) store.write(key, namespace)
  }
  const adapter = (namespace: string): NamespaceAdapter =>
    adapters.peek().find((one) => one.namespace === namespace) ??
    fail(
      'UNKNOWN_NAMESPACE',
      `No plugin provides the namespace ${quote(namespace)}.${process.env.NODE_ENV === 'production' ? '' : ` Add @wallet-modal/${String(namespace)}.`}`,
    )

  const all = createConnectionList(adapters, networks)
  const active = createActive(adapters, all, preferred)

  return seal({
    adapters,
    adapter,
    all,
    active,
    // an active connection counts as connected, even while another wallet of its namespace connects
    status: derived(() => active.value?.status ?? statusOf(adapters.value)),
    async connect(connector, { namespace, signal: stop } = {}) {
      if (process.env.NODE_ENV !== 'production') checkConnect(connector)
      const supported = connector.namespaces.find((one) => adapters.peek().some((known) => known.namespace === one))
      const name = namespace === undefined ? (supported ?? String(connector.namespaces[0])) : namespace
      return adapter(name).connect(connector, {
        ...(stop && { signal: stop }),
        onUse: () => prefer(name),
      })
    },
    async disconnect(namespace, connectorId) {
      const which = namespace === undefined ? adapters.peek() : [adapter(namespace)]
      const done = await Promise.allSettled(which.map(async (one) => one.disconnect(connectorId)))
      if (!all.peek()[0]) store.erase(key)
      for (const one of done) if (one.status === 'rejected') throw one.reason
    },
    async switchNetwork(caipNetworkId) {
      const { namespace } =
        networks.peek().find((one) => one.caipNetworkId === caipNetworkId) ??
        fail(
          'UNKNOWN_NETWORK',
          `${quote(caipNetworkId)} is not among the networks of this site.${process.env.NODE_ENV === 'production' ? '' : ' Add it to "networks".'}`,
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

/** Live connections of all namespaces. */
function createConnectionList(
  adapters: ReadonlySignal<readonly NamespaceAdapter[]>,
  networks: ReadonlySignal<readonly Network[]>,
): Connections['all'] {
  const cached = new WeakMap<Connected, ActiveConnection>()
  const describe = (adapter: NamespaceAdapter, state: Connected): ActiveConnection => {
    const network = networks.value.find(({ caipNetworkId }) => caipNetworkId === state.caipNetworkId)
    // an attempt contains the connection that stays active meanwhile
    const shown = adapter.state.value
    const { inUse = shown }: { readonly inUse?: unknown } = Object(shown)
    const isInUse = inUse === state
    const before = cached.get(state)
    if (before && before.network === network && before.isInUse === isInUse) return before
    const now = Object.freeze({ ...state, namespace: adapter.namespace, adapter, network, isInUse })
    cached.set(state, now)
    return now
  }
  return derived(() =>
    Object.freeze(adapters.value.flatMap((one) => one.connections.value.map((state) => describe(one, state)))),
  )
}

/** Active connection of the preferred namespace, else of the first namespace that has one. */
function createActive(
  adapters: ReadonlySignal<readonly NamespaceAdapter[]>,
  all: Connections['all'],
  preferred: ReadonlySignal<string | null>,
): Connections['active'] {
  /** Until the previous page's active namespace is reconnected, or reconnecting has failed. */
  let isRestoring = true
  return derived(() => {
    const inUse = all.value.filter((one) => one.isInUse)
    const chosen = inUse.find((one) => one.namespace === preferred.value)
    const isAwaited = ({ namespace, state }: NamespaceAdapter): boolean =>
      namespace === preferred.value && state.value.status === 'reconnecting'
    if (!inUse[0] || (isRestoring && !chosen && adapters.value.some(isAwaited))) return null
    isRestoring = false
    return chosen ?? inUse[0]
  })
}

/** Status without an active connection. */
function statusOf(adapters: readonly NamespaceAdapter[]): 'connecting' | 'reconnecting' | 'disconnected' {
  const all = adapters.map((one) => one.state.value.status)
  return (['connecting', 'reconnecting'] as const).find((one) => all.includes(one)) ?? 'disconnected'
}
