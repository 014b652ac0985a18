import type { Account } from '../../domain/account.js'
import { connectionOf } from '../../domain/connections/connection-of.js'
import type { ActiveConnection } from '../../domain/connections/connections.js'
import type { Connector } from '../../domain/connections/connector.js'
import type { Network } from '../../domain/network.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { computed, type ReadonlySignal } from '../../signals.js'

export interface AccountState {
  readonly status: 'disconnected' | 'connecting' | 'reconnecting' | 'connected'
  readonly address: string | undefined
  /** All accounts that the wallet shares with the site. */
  readonly accounts: readonly Account[]
  readonly namespace: string | undefined
  readonly caipNetworkId: string | undefined
  readonly connectorId: string | undefined
  readonly connectorName: string | undefined
}

export interface NetworkState {
  /** `null` while disconnected, and if the wallet is on a network that the site does not list. */
  readonly network: Network | null
  /** False if a wallet is on a network that the site does not list. */
  readonly supported: boolean
}

/** State of a modal for pages. Each part stays the same object until it changes. */
export interface PageState {
  readonly account: ReadonlySignal<AccountState>
  readonly status: ReadonlySignal<AccountState['status']>
  readonly network: ReadonlySignal<NetworkState>
  /** Provider of the active wallet, for example an EIP-1193 provider for `eip155`. */
  readonly provider: ReadonlySignal<unknown>
  /** Active connector: name, icon, identity. */
  readonly wallet: ReadonlySignal<Connector | undefined>
  /** All connections of all namespaces, including those in the background. */
  readonly connections: ReadonlySignal<readonly ActiveConnection[]>
}

export const disconnectedAccount: AccountState = {
  status: 'disconnected',
  address: undefined,
  accounts: [],
  namespace: undefined,
  caipNetworkId: undefined,
  connectorId: undefined,
  connectorName: undefined,
}
export const noNetwork: NetworkState = { network: null, supported: true }
export const noConnections: readonly ActiveConnection[] = []

const isSame = (one: object, other: object): boolean => {
  const before = new Map(Object.entries(one))
  return Object.entries(other).every(([key, value]) => Object.is(before.get(key), value))
}

/** Computed value that stays the same object while its fields are equal. */
function stable<T extends object>(read: () => T): ReadonlySignal<T> {
  let last: T | undefined
  return computed(() => {
    const next = read()
    last = last && isSame(last, next) ? last : next
    return last
  })
}

const everything = ''
const states = new WeakMap<WalletModal, Map<string, PageState>>()

/** Of one namespace; without one, the active connection. */
export function pageState(modal: WalletModal, namespace = everything): PageState {
  const ofModal = states.get(modal) ?? new Map<string, PageState>()
  states.set(modal, ofModal)
  const known = ofModal.get(namespace)
  if (known) return known
  const { adapters, all, status } = modal.connections
  const live = (): ActiveConnection | null => connectionOf(modal, namespace)
  const ownStatus = (): AccountState['status'] =>
    namespace === everything
      ? status.value
      : (adapters.value.find((one) => one.namespace === namespace)?.state.value.status ?? 'disconnected')
  const state: PageState = {
    account: stable(() => {
      const now = live()
      if (!now) return { ...disconnectedAccount, status: ownStatus() }
      const { account, accounts, caipNetworkId, connectorId, connectorName } = now
      return {
        status: 'connected',
        address: account.address,
        accounts,
        namespace: now.namespace,
        caipNetworkId,
        connectorId,
        connectorName,
      }
    }),
    network: stable(() => {
      const now = live()
      return { network: now?.network ?? null, supported: now === null || now.network !== undefined }
    }),
    status: computed(() => (live() ? 'connected' : ownStatus())),
    provider: computed(() => live()?.provider),
    wallet: computed(() => {
      const now = live()
      return now?.adapter.connectors.value.find((one) => one.id === now.connectorId)
    }),
    connections: all,
  }
  ofModal.set(namespace, state)
  return state
}
