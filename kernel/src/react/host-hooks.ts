import { useMemo } from 'react'
import type { ActiveConnection } from '../domain/connections.js'
import type { WalletModal } from '../modal.js'
import { computed } from '../signals.js'
import { useStore } from './host-store.js'
import {
  type AccountState,
  disconnectedAccount,
  type NetworkState,
  noConnections,
  noNetwork,
  pageState,
} from './page-state.js'

export interface UseWalletModal {
  readonly modal: WalletModal
  readonly isOpen: boolean
  readonly open: WalletModal['open']
  readonly close: WalletModal['close']
}

/** The modal and whether it is open. */
export function useWalletModal(modal: WalletModal): UseWalletModal {
  const isOpen = useStore(modal.isOpen, false)
  return useMemo(() => ({ modal, isOpen, open: modal.open, close: modal.close }), [modal, isOpen])
}

/** The connected account. On a server and while hydrating: disconnected. */
export const useAccount = (modal: WalletModal): AccountState => useStore(pageState(modal).account, disconnectedAccount)

export interface UseNetwork extends NetworkState {
  readonly switchNetwork: WalletModal['switchNetwork']
}

/** The network that the wallet is on. */
export function useNetwork(modal: WalletModal): UseNetwork {
  const state = useStore(pageState(modal).network, noNetwork)
  return useMemo(() => ({ ...state, switchNetwork: modal.switchNetwork }), [state, modal])
}

/** Every namespace's live connection. */
export const useConnections = (modal: WalletModal): readonly ActiveConnection[] =>
  useStore(pageState(modal).connections, noConnections)

/** The connected wallet in its ecosystem's own shape, such as an EIP-1193 provider for `eip155`. The caller says which. */
export function useProvider<T = unknown>(modal: WalletModal, namespace: string): T | undefined {
  const provider = useMemo(
    () => computed(() => pageState(modal).connections.value.find((one) => one.namespace === namespace)?.provider),
    [modal, namespace],
  )
  return useStore(provider, undefined) as T | undefined // the ecosystem's type is known to the caller only
}
