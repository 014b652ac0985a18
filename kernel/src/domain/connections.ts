import { WalletModalError } from '../errors.js'
import { computed, type ReadonlySignal, signal } from '../signals.js'
import { parseCaipNetworkId } from './caip.js'
import type { Connected } from './connection.js'
import type { Connector } from './connector.js'
import type { ConnectOutcome, NamespaceAdapter, SwitchOutcome } from './namespace.js'
import type { Network } from './network.js'

/** The connection that the modal and the site's buttons show. */
export interface ActiveConnection extends Connected {
  readonly namespace: string
  readonly adapter: NamespaceAdapter
  /** Absent where the wallet is on a network that the site does not list. */
  readonly network: Network | undefined
}

/** All namespaces together. */
export interface Connections {
  readonly adapters: ReadonlySignal<readonly NamespaceAdapter[]>
  readonly active: ReadonlySignal<ActiveConnection | null>
  /** `connecting` and `reconnecting` where no namespace is connected yet but one is about to be. */
  readonly status: ReadonlySignal<'disconnected' | 'connecting' | 'reconnecting' | 'connected'>
  /** Throws `UNKNOWN_NAMESPACE`. */
  adapter(namespace: string): NamespaceAdapter
  /** Connects in one namespace, by default the first that the connector speaks and the site offers. */
  connect(connector: Connector, options?: { readonly namespace?: string; readonly signal?: AbortSignal }): Promise<ConnectOutcome>
  /** One namespace, or all. */
  disconnect(namespace?: string): Promise<void>
  switchNetwork(caipNetworkId: string): Promise<SwitchOutcome>
  /** Makes a connected namespace the one that is shown. */
  activate(namespace: string): void
}

export function createConnections(
  adapters: ReadonlySignal<readonly NamespaceAdapter[]>,
  networks: ReadonlySignal<readonly Network[]>,
): Connections {
  const preferred = signal<string | null>(null)

  const activeAdapter = computed(() => {
    const live = adapters.value.filter((one) => one.state.value.status === 'connected')
    return live.find((one) => one.namespace === preferred.value) ?? live[0] ?? null
  })
  const adapter = (namespace: string): NamespaceAdapter => {
    const found = adapters.peek().find((one) => one.namespace === namespace)
    if (found) return found
    throw new WalletModalError('UNKNOWN_NAMESPACE', `No plugin brings the namespace "${namespace}". Add @wallet-modal/${namespace}.`)
  }
  return {
    adapters,
    adapter,
    active: computed(() => {
      const found = activeAdapter.value
      const state = found?.state.value
      if (!found || state?.status !== 'connected') return null
      const network = networks.value.find((one) => one.caipNetworkId === state.caipNetworkId)
      return { ...state, namespace: found.namespace, adapter: found, network }
    }),
    status: computed(() => {
      const all = adapters.value.map((one) => one.state.value.status)
      return (['connected', 'connecting', 'reconnecting'] as const).find((one) => all.includes(one)) ?? 'disconnected'
    }),
    async connect(connector, { namespace, signal: stop } = {}) {
      const name = namespace ?? connector.namespaces.find((one) => adapters.peek().some((known) => known.namespace === one))
      const outcome = await adapter(name ?? connector.namespaces[0] ?? '').connect(connector, stop ? { signal: stop } : {})
      if (outcome.status === 'connected' && name) preferred.value = name
      return outcome
    },
    async disconnect(namespace) {
      const which = namespace === undefined ? adapters.peek() : [adapter(namespace)]
      await Promise.all(which.map((one) => one.disconnect()))
    },
    async switchNetwork(caipNetworkId) {
      const { namespace } = parseCaipNetworkId(caipNetworkId)
      const outcome = await adapter(namespace).switchNetwork(caipNetworkId)
      if (outcome.status === 'switched') preferred.value = namespace
      return outcome
    },
    activate(namespace) {
      if (adapter(namespace).state.peek().status !== 'connected') {
        throw new WalletModalError('NOT_CONNECTED', `No ${namespace} wallet is connected.`)
      }
      preferred.value = namespace
    },
  }
}
