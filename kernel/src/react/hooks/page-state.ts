import type { Account } from '../../domain/account.js'
import { connectionOf } from '../../domain/connections/connection-of.js'
import type { WalletConnection } from '../../domain/connections/connections.js'
import type { Connector } from '../../domain/connections/connector.js'
import { plainConnector } from '../../domain/connections/plain-connector.js'
import type { Network } from '../../domain/network.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { computed, type ReadonlySignal } from '../../signals.js'

interface AccountFields<Address extends string> {
  /** Address of the active account, in the canonical form of its chain. On eip155, this form has the EIP-55 checksum. */
  readonly address: Address
  /** All accounts that the wallet shares with the site. */
  readonly accounts: readonly Account<Address>[]
  /** CAIP-2 namespace. */
  readonly namespace: string
  /** CAIP-2 id of the wallet's network. */
  readonly caipNetworkId: string
  /** Id of the wallet's connector. */
  readonly connectorId: string
  /** Name of the wallet. */
  readonly connectorName: string
}

export interface ConnectedAccount<Address extends string = string> extends AccountFields<Address> {
  /** A wallet is connected. */
  readonly status: 'connected'
}

export interface RestoredAccount<Address extends string = string> extends AccountFields<Address> {
  /** The account comes from `InitialStateProvider`, and its wallet has not replied yet. */
  readonly status: 'reconnecting'
}

export interface AbsentAccount<Address extends string = string> {
  /** Status of the connection while there is no account. */
  readonly status: 'disconnected' | 'connecting' | 'reconnecting'
  readonly address: undefined
  /** Empty. */
  readonly accounts: readonly Account<Address>[]
  readonly namespace: undefined
  readonly caipNetworkId: undefined
  readonly connectorId: undefined
  readonly connectorName: undefined
}

/** If `status` is `connected` or `address` is set, all fields are set. */
export type AccountState<Address extends string = string> =
  | ConnectedAccount<Address>
  | RestoredAccount<Address>
  | AbsentAccount<Address>

export interface NetworkState {
  /** Active network. `null` if no wallet is connected, or if the wallet is on a network that the site does not list. */
  readonly network: Network | null
  /** `false` if the wallet is on a network that the site does not list. */
  readonly supported: boolean
}

/** State of a modal for components of the site. Each value stays the same object until it changes. */
export interface PageState {
  readonly connection: ReadonlySignal<WalletConnection | null>
  readonly account: ReadonlySignal<AccountState>
  readonly status: ReadonlySignal<AccountState['status']>
  readonly network: ReadonlySignal<NetworkState>
  /** Provider of the active wallet, for example an EIP-1193 provider for `eip155`. */
  readonly provider: ReadonlySignal<unknown>
  /** Connector of the active wallet. */
  readonly wallet: ReadonlySignal<Connector | undefined>
  /** All connections of all namespaces, including inactive ones. */
  readonly connections: ReadonlySignal<readonly WalletConnection[]>
}

export const disconnectedAccount: AbsentAccount = {
  status: 'disconnected',
  address: undefined,
  accounts: [],
  namespace: undefined,
  caipNetworkId: undefined,
  connectorId: undefined,
  connectorName: undefined,
}
export const noNetwork: NetworkState = { network: null, supported: true }
export const noConnections: readonly WalletConnection[] = []

const isSame = (one: object, other: object): boolean => {
  const before = new Map(Object.entries(one))
  return Object.entries(other).every(([key, value]) => Object.is(before.get(key), value))
}

/** Computed value that stays the same object while its fields are equal. */
function stable<T extends object>(read: () => T): ReadonlySignal<T> {
  let previous: T | undefined
  return computed(() => {
    const next = read()
    previous = previous && isSame(previous, next) ? previous : next
    return previous
  })
}

const ALL_NAMESPACES = ''
const states = new WeakMap<WalletModal, Map<string, PageState>>()

/** State of one namespace; without a namespace, of the modal's active connection. */
export function pageState(modal: WalletModal, namespace = ALL_NAMESPACES): PageState {
  const cache = states.get(modal) ?? new Map<string, PageState>()
  states.set(modal, cache)
  const cached = cache.get(namespace)
  if (cached) return cached
  const { adapters, all, status } = modal.connections
  const readConnection = (): WalletConnection | null => connectionOf(modal, namespace)
  const statusWithoutConnection = (): AbsentAccount['status'] => {
    const adapter = adapters.value.find((one) => one.namespace === namespace)
    const now = namespace === ALL_NAMESPACES ? status.value : adapter?.state.value.status
    return now === undefined || now === 'connected' ? 'disconnected' : now
  }
  const state: PageState = {
    connection: computed(readConnection),
    account: stable<AccountState>(() => {
      const connection = readConnection()
      if (!connection) return { ...disconnectedAccount, status: statusWithoutConnection() }
      const { account, accounts, caipNetworkId, connectorId, connectorName } = connection
      return {
        status: 'connected',
        address: account.address,
        accounts,
        namespace: connection.namespace,
        caipNetworkId,
        connectorId,
        connectorName,
      }
    }),
    network: stable(() => {
      const connection = readConnection()
      return {
        network: connection?.network ?? null,
        supported: connection === null || connection.network !== undefined,
      }
    }),
    status: computed(() => (readConnection() ? 'connected' : statusWithoutConnection())),
    provider: computed(() => readConnection()?.provider),
    wallet: computed(() => {
      const connection = readConnection()
      const connector = connection?.adapter.connectors.value.find((one) => one.id === connection.connectorId)
      return connector && plainConnector(connector)
    }),
    connections: all,
  }
  cache.set(namespace, state)
  return state
}
