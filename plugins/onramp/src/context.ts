import { type Context, computed, type Network, type ReadonlySignal } from '@wallet-modal/kernel'
import { type OnRampProvider, onRampProviders } from './contract.js'

/** Receiving account, its network, and the providers that support the network. */
export interface BuyContext {
  readonly network: Network
  readonly account: string
  readonly providers: readonly OnRampProvider[]
  /** Differs for each account and network. */
  readonly key: string
}

/** The signal is `null` if no wallet is active, or if no provider supports the active network. */
export function createBuyContext(ctx: Context): ReadonlySignal<BuyContext | null> {
  const all = ctx.all(onRampProviders)
  return computed((): BuyContext | null => {
    const { network, account } = ctx.connections.active.value ?? {}
    if (!network || !account) return null
    const providers = all.value.filter((one) => one.supports(network))
    const { address } = account
    return providers.length === 0
      ? null
      : { network, account: address, providers, key: `${network.caipNetworkId} ${address}` }
  })
}
