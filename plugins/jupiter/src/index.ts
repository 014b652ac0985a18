import { definePlugin, endpoints, lazyOnce, namespace, slot, type TransactionDecoder } from '@wallet-modal/kernel'
import type { SwapContract, SwapSource } from '@wallet-modal/swap/contract'
import { type JupiterOptions, options } from './options.js'
import { JUPITER_PROGRAM, MAINNET } from './programs.js'

export type { JupiterOptions } from './options.js'

/** Slots of the kernel and of the swap plugin, declared by name, because imports would add their modules to the page's initial code. */
const decoders = slot<TransactionDecoder>('@wallet-modal/kernel#decoders')
const swapContracts = slot<SwapContract>('@wallet-modal/swap#contracts')
const swapSources = slot<SwapSource>('@wallet-modal/swap#sources')

/** Swaps on Solana through Jupiter's public API, for `@wallet-modal/swap`. */
export const jupiter = definePlugin({
  name: '@wallet-modal/jupiter',
  kernel: '^0.1',
  optional: [namespace('solana')],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: ['jupiter:/swap/v1/quote', 'jupiter:/swap/v1/swap', 'jupiter:/tokens/v2/tag'],
    origins: { connect: ['https://api.jup.ag'] },
  },
  setup(ctx, { networks = [] }: JupiterOptions) {
    const contracts = ctx.all(swapContracts)
    const isSupported = (id: string, all = contracts.value): boolean =>
      all.some(({ caipNetworkId, address }) => caipNetworkId === id && address === JUPITER_PROGRAM)
    // a single instance of the source, because it caches quotes
    const load = lazyOnce(async () => (await import('./source.js')).createJupiter(ctx))
    ctx.add(endpoints, { service: 'jupiter', url: 'https://api.jup.ag' })
    for (const caipNetworkId of [MAINNET, ...networks])
      ctx.add(swapContracts, { caipNetworkId, address: JUPITER_PROGRAM })
    ctx.add(decoders, {
      namespace: 'solana',
      decode: async (call, context) =>
        isSupported(context.network.caipNetworkId, contracts.peek())
          ? (await import('./decode.js')).decodeJupiter(call, context)
          : undefined,
    })
    ctx.add(swapSources, {
      // the site earns no fee, because Jupiter requires an agreement for site fees
      ...{ name: 'Jupiter', feeBps: 0 },
      supports: ({ caipNetworkId }) => isSupported(caipNetworkId),
      tokens: async (network, signal) => (await load()).tokens(network, signal),
      quote: async (request, signal) => (await load()).quote(request, signal),
      build: async (request, signal) => (await load()).build(request, signal),
    })
  },
})
