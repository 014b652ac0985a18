import { type Context, type ReadonlySignal, serviceAvailable } from '@wallet-modal/kernel'
import type { OnRampCheckout, OnRampProvider } from './contract.js'

export type ProviderDescription = Pick<OnRampProvider, 'id' | 'name' | 'feeBps'>

/**
 * Networks on which the providers deliver tokens: Ethereum, Arbitrum, Polygon, Berachain, Avalanche, Optimism, Celo, Base and Solana. Entries of the
 * slot `onRampCheckouts` add networks.
 */
const defaultNetworks = [
  ...['1', '42161', '137', '80094', '43114', '10', '42220', '8453'].map((reference) => `eip155:${reference}`),
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
]

/** Provider that is called through the Blockchain API, which has the credentials. The implementation is loaded on first use. */
export function createServiceProvider(
  ctx: Context,
  checkouts: ReadonlySignal<readonly OnRampCheckout[]>,
  description: ProviderDescription,
): OnRampProvider {
  const isAvailable = serviceAvailable(ctx, 'blockchain', '/v1/onramp/quote')
  const load = async () =>
    (await import('./service.js')).createOnRampService(ctx.api.service('blockchain'), description.id)
  return {
    ...description,
    supports: ({ caipNetworkId }) =>
      isAvailable.value &&
      (defaultNetworks.includes(caipNetworkId) ||
        checkouts.value.some((one) => one.caipNetworkIds.includes(caipNetworkId))),
    options: async (network, signal) => (await load()).options(network, signal),
    quote: async (request, signal) => (await load()).quote(request, signal),
    checkout: async (request, signal) => (await load()).checkout(request, signal),
    status: async (order, signal) => (await load()).status(order, signal),
    open(url) {
      const { origin } = new URL(url)
      const checkout = checkouts.peek().find((one) => one.origin === origin)
      return checkout ? checkout.open(url) : ctx.openWindow(url)
    },
  }
}
