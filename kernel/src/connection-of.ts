import type { ActiveConnection } from './domain/connections.js'
import type { WalletModal } from './modal.js'

/** The live connection of one namespace, or without one the active connection. Reads signals. */
export function connectionOf(
  { connections, networks }: WalletModal,
  namespace: string | null | undefined,
): ActiveConnection | null {
  if (!namespace) return connections.active.value
  const adapter = connections.adapters.value.find((one) => one.namespace === namespace)
  const state = adapter?.state.value
  if (!adapter || state?.status !== 'connected') return null
  const network = networks.value.find((one) => one.caipNetworkId === state.caipNetworkId)
  return { ...state, namespace, adapter, network }
}
