import type { Account } from '../domain/account.js'
import type { ActiveConnection } from '../domain/connections.js'
import type { Network } from '../domain/network.js'
import type { WalletModal } from '../modal.js'
import { computed, type ReadonlySignal } from '../signals.js'

export interface AccountState {
  readonly status: 'disconnected' | 'connecting' | 'reconnecting' | 'connected'
  readonly address: string | undefined
  /** All accounts that the wallet let the site see. */
  readonly accounts: readonly Account[]
  readonly namespace: string | undefined
  readonly caipNetworkId: string | undefined
  readonly connectorId: string | undefined
  readonly connectorName: string | undefined
}

export interface NetworkState {
  /** `null` while disconnected, and where the wallet is on a network that the site does not list. */
  readonly network: Network | null
  /** False where a wallet is connected on a network that the site does not list. */
  readonly supported: boolean
}

/** What pages read of a modal. Every part keeps its identity until something in it changes. */
export interface PageState {
  readonly account: ReadonlySignal<AccountState>
  readonly network: ReadonlySignal<NetworkState>
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

/** A computed value that stays the same object while all its fields do. */
function stable<T extends object>(read: () => T): ReadonlySignal<T> {
  let last: T | undefined
  return computed(() => {
    const next = read()
    last = last && isSame(last, next) ? last : next
    return last
  })
}

const states = new WeakMap<WalletModal, PageState>()

export function pageState(modal: WalletModal): PageState {
  const known = states.get(modal)
  if (known) return known
  const { active, status, adapters } = modal.connections
  const state: PageState = {
    account: stable(() => {
      const now = active.value
      if (!now) return { ...disconnectedAccount, status: status.value }
      const { account, accounts, namespace, caipNetworkId, connectorId, connectorName } = now
      return {
        status: 'connected',
        address: account.address,
        accounts,
        namespace,
        caipNetworkId,
        connectorId,
        connectorName,
      }
    }),
    network: stable(() => ({
      network: active.value?.network ?? null,
      supported: active.value === null || active.value.network !== undefined,
    })),
    connections: computed(() =>
      adapters.value.flatMap((adapter) => {
        const now = adapter.state.value
        if (now.status !== 'connected') return []
        const network = modal.networks.value.find((one) => one.caipNetworkId === now.caipNetworkId)
        return [{ ...now, namespace: adapter.namespace, adapter, network }]
      }),
    ),
  }
  states.set(modal, state)
  return state
}
