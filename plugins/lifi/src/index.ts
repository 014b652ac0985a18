import {
  definePlugin,
  endpoints,
  lazyOnce,
  type Network,
  namespace,
  signal,
  slot,
  type TransactionDecoder,
} from '@wallet-modal/kernel'
import type { SwapContract, SwapSource } from '@wallet-modal/swap/contract'
import { diamondOf, knownDiamonds } from './diamonds.js'
import { type LifiOptions, options } from './options.js'
import type { RouteFilter } from './routes.js'
import { wrappedCoinOf } from './wrapped-coins.js'

export type { LifiOptions } from './options.js'

/** Slots of the kernel and of the swap plugin, declared by name, because imports would add their modules to the page's initial code. */
const decoders = slot<TransactionDecoder>('@wallet-modal/kernel#decoders')
const swapContracts = slot<SwapContract>('@wallet-modal/swap#contracts')
const swapSources = slot<SwapSource>('@wallet-modal/swap#sources')

/** LI.FI's fee for sites without an agreement: 0.25 % of the amount. Each quote contains its actual fee. */
const FEE_BPS = 25

/** Swaps on and between EVM networks through LI.FI's public API. A source for `@wallet-modal/swap`, which has the views. */
export const lifi = definePlugin({
  name: '@wallet-modal/lifi',
  kernel: '^0.1',
  optional: [namespace('eip155')],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: ['lifi:/v1/quote', 'lifi:/v1/status', 'lifi:/v1/tokens', 'lifi:/v1/tools', 'rpc:eth_call', 'rpc:eth_getCode'],
    origins: { connect: ['https://li.quest'] },
  },
  setup(ctx, { diamonds = [], wrappedCoins = [], integrator }: LifiOptions) {
    const contracts = [...diamonds, ...knownDiamonds]
    const load = async () => (await import('./source.js')).createLifi(ctx, { contracts, wrappedCoins, integrator })
    const isOrigin = ({ caipNetworkId }: Network): boolean => diamondOf(contracts, caipNetworkId) !== undefined
    const isDestination = ({ namespace: family, reference }: Network): boolean =>
      family === 'eip155' && wrappedCoinOf(reference, wrappedCoins) !== undefined
    /** `undefined` until LI.FI has replied. */
    const routeFilter = signal<RouteFilter | undefined>(undefined)
    const requestRoutes = lazyOnce(async () => {
      try {
        const { readRoutes } = await import('./routes.js')
        routeFilter.value = await readRoutes(
          ctx,
          ctx.networks.peek().filter((network) => isOrigin(network) || isDestination(network)),
        )
      } catch (error) {
        ctx.log.info('the routes of the bridge could not be read', error)
      }
    })
    ctx.add(endpoints, { service: 'lifi', url: 'https://li.quest' })
    for (const contract of contracts) ctx.add(swapContracts, contract)
    ctx.add(decoders, {
      namespace: 'eip155',
      decode: async (call, context) => (await import('./calls.js')).decodeLifi(call, context, contracts),
    })
    ctx.add(decoders, {
      namespace: 'eip155',
      decode: async (call, context) => (await load()).decodeBridge(call, context),
    })
    ctx.add(swapSources, {
      ...{ name: 'LI.FI', feeBps: FEE_BPS },
      supports: isOrigin,
      bridges(from, to) {
        if (!isOrigin(from) || !isDestination(to)) return false
        void requestRoutes()
        return routeFilter.value?.(from, to) ?? true
      },
      bridgeOutcome: async (sent, signal) => (await load()).bridgeOutcome(sent, signal),
      tokens: async (network, signal) => (await load()).tokens(network, signal),
      quote: async (request, signal) => (await load()).quote(request, signal),
      allowance: async (request, signal) => (await load()).allowance(request, signal),
      build: async (request, signal) => (await load()).build(request, signal),
    })
  },
})
