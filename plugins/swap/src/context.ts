import { type ActiveConnection, type Context, computed, type Network, type ReadonlySignal } from '@wallet-modal/kernel'
import { type SwapSource, swapSources } from './contract.js'
import { isFamily } from './families/names.js'

/** Wallet that swaps, its network, and the sources that know the network. */
export interface SwapContext {
  readonly connection: ActiveConnection
  readonly network: Network
  readonly sources: readonly SwapSource[]
  /** Differs where wallet, account or network differ. */
  readonly key: string
}

/** `null` while no wallet is active, and on networks that no source knows. */
export function createSwapContext(ctx: Context): ReadonlySignal<SwapContext | null> {
  const all = ctx.all(swapSources)
  return computed((): SwapContext | null => {
    const connection = ctx.connections.active.value
    const { network } = connection ?? {}
    if (!connection || !network || !isFamily(connection.namespace)) return null
    const sources = all.value.filter((source) => source.supports(network))
    const { connectorId, account, caipNetworkId } = connection
    const key = `${connectorId} ${caipNetworkId} ${account.address} ${account.type}`
    return sources.length === 0 ? null : { connection, network, sources, key }
  })
}
