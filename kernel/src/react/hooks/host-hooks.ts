import { useEffect, useMemo, useRef } from 'react'
import type { WalletConnection } from '../../domain/connections/connections.js'
import type { Connector } from '../../domain/connections/connector.js'
import type { AddressOf, NamespaceTypes, ProviderOf } from '../../domain/namespace-types.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import type { EventToken } from '../../plugins/token.js'
import { useStore } from './host-store.js'
import { useInitialAccount } from './initial-state.js'
import {
  type AccountState,
  disconnectedAccount,
  type NetworkState,
  noConnections,
  noNetwork,
  pageState,
  type RestoredAccount,
} from './page-state.js'

export interface UseWalletModal {
  /** The modal that was passed. */
  readonly modal: WalletModal
  /** Whether a view is open. */
  readonly isOpen: boolean
  /** Opens the modal, or one of its views. */
  readonly open: WalletModal['open']
  /** Closes the modal. Returns `false` if a function in the slot `closeGuards` refuses. The modal then stays open. */
  readonly close: WalletModal['close']
  /** Disconnects all wallets, the wallets of one namespace, or one wallet. */
  readonly disconnect: WalletModal['disconnect']
}

/** The modal, its main methods, and whether it is open. Only a component that reads `isOpen` is re-rendered when the modal opens or closes. */
export function useWalletModal(modal: WalletModal): UseWalletModal {
  const isRead = useRef(false)
  const isOpen = useStore<boolean | null>(modal.isOpen, null, () => isRead.current && modal.isOpen.peek())
  return useMemo(() => {
    const { open, close, disconnect } = modal
    return {
      modal,
      get isOpen() {
        isRead.current = true
        return isOpen !== null && modal.isOpen.peek() // `isOpen` is `null` on the server and during hydration
      },
      open,
      close,
      disconnect,
    }
  }, [modal, isOpen])
}

/** Whether the wallet of the initial state is reconnecting. */
function isReconnecting({ connections }: WalletModal, { namespace, connectorId }: RestoredAccount): boolean {
  const state = connections.adapters
    .peek()
    .find((one) => one.namespace === namespace)
    ?.state.peek()
  return state?.status === 'reconnecting' && state.connectorId === connectorId
}

/**
 * Connected account of one namespace. Without `namespace`: the active account of the modal. If there is no account, `accounts` is empty, and all
 * other fields except `status` are `undefined`. On a server and during hydration, the result is the account of `InitialStateProvider` with the status
 * `reconnecting`. If `InitialStateProvider` has no account, the status is `disconnected`.
 */
export function useAccount<Namespace extends keyof NamespaceTypes>(
  modal: WalletModal,
  namespace: Namespace,
): AccountState<AddressOf<Namespace>>
export function useAccount(modal: WalletModal, namespace?: string): AccountState
export function useAccount(modal: WalletModal, namespace?: string): AccountState {
  const initial = useInitialAccount(namespace)
  const current = useStore(pageState(modal, namespace).account, initial ?? disconnectedAccount)
  return initial && current.status === 'reconnecting' && isReconnecting(modal, initial) ? initial : current
}

export interface UseNetwork extends NetworkState {
  /** Switches the active wallet to the network with this CAIP-2 id. */
  readonly switchNetwork: WalletModal['switchNetwork']
}

/** Active network of one namespace, and a function that switches the network. Without `namespace`: the network of the active account. */
export function useNetwork(modal: WalletModal, namespace?: string): UseNetwork {
  const initial = useInitialAccount(namespace)
  const initialNetwork = useMemo((): NetworkState => {
    if (!initial) return noNetwork
    const network = modal.networks.peek().find((one) => one.caipNetworkId === initial.caipNetworkId)
    return { network: network ?? null, supported: network !== undefined }
  }, [initial, modal])
  const current = useStore(pageState(modal, namespace).network, initialNetwork)
  const status = useStore(pageState(modal, namespace).status, 'disconnected')
  const state = initial && status === 'reconnecting' && isReconnecting(modal, initial) ? initialNetwork : current
  return useMemo(() => ({ ...state, switchNetwork: modal.switchNetwork }), [state, modal])
}

/** All connections, grouped by namespace. If a namespace has an active connection (`isActive`), it is the first of its group. */
export const useConnections = (modal: WalletModal): readonly WalletConnection[] =>
  useStore(pageState(modal).connections, noConnections)

/** Connector of the active wallet of a namespace, with the name and icon of the wallet. Without `namespace`: connector of the active connection. */
export const useWallet = (modal: WalletModal, namespace?: string): Connector | undefined =>
  useStore(pageState(modal, namespace).wallet, undefined)

/**
 * Provider of the active wallet of a namespace, for example an EIP-1193 provider for `eip155`. The plugin of the chain family declares the type of
 * the provider in `NamespaceTypes`. If the plugin declares no type, pass the type yourself: `useProvider<MyProvider>(modal, 'example')`. This type is
 * not checked.
 */
export function useProvider<Namespace extends keyof NamespaceTypes>(
  modal: WalletModal,
  namespace: Namespace,
): ProviderOf<Namespace> | undefined
export function useProvider<T = unknown>(modal: WalletModal, namespace: string): T | undefined
export function useProvider(modal: WalletModal, namespace: string): unknown {
  return useStore(pageState(modal, namespace).provider, undefined)
}

/** Calls `listener` each time `event` is emitted while the component is mounted: `useModalEvent(modal, connected, ({ connectorId }) => ...)`. */
export function useModalEvent<T>(modal: WalletModal, event: EventToken<T>, listener: (payload: T) => void): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => modal.on(event, (payload) => latest.current(payload)), [modal, event])
}
