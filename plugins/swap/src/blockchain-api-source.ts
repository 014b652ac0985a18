import { type Context, type ReadonlySignal, serviceAvailable } from '@wallet-modal/kernel'
import type { SwapContract, SwapSource } from './contract.js'

/** Fee of the Blockchain API: 0.85 % of the amount paid. */
const FEE_BPS = 85

/** Uses the Blockchain API's `convert` routes on networks with a contract that the API uses. The implementation is loaded on first use. */
export function createBlockchainApiSource(
  ctx: Context,
  contracts: ReadonlySignal<readonly SwapContract[]>,
): SwapSource {
  const isAvailable = serviceAvailable(ctx, 'blockchain', '/v1/convert/tokens')
  const load = async () => (await import('./blockchain-api.js')).createBlockchainApi(ctx.api.service('blockchain'))
  return {
    name: 'Blockchain API',
    feeBps: FEE_BPS,
    supports: ({ caipNetworkId }) =>
      isAvailable.value && contracts.value.some((one) => one.isUsedByApi && one.caipNetworkId === caipNetworkId),
    tokens: async (network, signal) => (await load()).tokens(network, signal),
    quote: async (request, signal) => (await load()).quote(request, signal),
    allowance: async (request, signal) => (await load()).allowance(request, signal),
    build: async (request, signal) => (await load()).build(request, signal),
  }
}
