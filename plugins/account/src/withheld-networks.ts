import { type Context, computed, type ReadonlySignal } from '@wallet-modal/kernel'

/**
 * CAIP-2 ids of the site's networks that the connected wallets have not approved. Only wallets that report their approved networks, such as those
 * with a WalletConnect session (CAIP-25), can have such networks.
 */
export const readWithheldNetworks = ({ connections, networks }: Context): ReadonlySignal<readonly string[]> =>
  computed(() =>
    connections.adapters.value.flatMap(({ namespace, state, connectors }) => {
      const current = state.value
      if (current.status !== 'connected') return []
      const approved = connectors.value.find(({ id }) => id === current.connectorId)?.approved?.value
      if (!approved) return []
      const ownNetworks = networks.value.filter((network) => network.namespace === namespace)
      return ownNetworks.map(({ caipNetworkId }) => caipNetworkId).filter((id) => !approved.includes(id))
    }),
  )
