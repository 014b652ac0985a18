import { type Context, computed, type Network, type ReadonlySignal, type WalletConnection } from '@wallet-modal/kernel'
import { type SwapSource, swapSources } from './contract.js'
import { isFamily } from './families/names.js'

/** Active connection, its network, and the sources that support the network. */
export interface SwapContext {
  readonly connection: WalletConnection
  readonly network: Network
  readonly sources: readonly SwapSource[]
  /** Changes with wallet, account and network. */
  readonly key: string
}

/** Context of the active connection. `null` while no wallet is active, for chain families without swaps, and on networks without a source. */
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
