import { definePlugin, endpoints, priceSources } from '@wallet-modal/kernel'
import { type DefillamaOptions, options } from './options.js'

export type { DefillamaOptions } from './options.js'

/** Reads prices of coins and tokens from the public price service of DefiLlama. */
export const defillama = definePlugin({
  name: '@wallet-modal/defillama',
  kernel: '^0.1',
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: ['defillama:/prices/current/*'],
    origins: { connect: ['https://coins.llama.fi'] },
  },
  setup(ctx, { chains = [] }: DefillamaOptions) {
    ctx.add(endpoints, { service: 'defillama', url: 'https://coins.llama.fi' })
    ctx.add(priceSources, {
      isFallback: true,
      prices: async (request) =>
        (await import('./prices.js')).readPrices(ctx.api.service('defillama'), request, chains),
    })
  },
})
