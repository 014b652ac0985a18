import { definePlugin, lazyOnce, nameSources, namespace } from '@wallet-modal/kernel'
import { type EnsOptions, options } from './options.js'

export { type EnsDeployment, ensDeployments } from './deployments.js'
export type { EnsOptions } from './options.js'

/** Names and pictures of EVM accounts from the Ethereum Name Service, read from the chain. */
export const ens = definePlugin({
  name: '@wallet-modal/ens',
  kernel: '^0.1',
  optional: [namespace('eip155')],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: ['rpc:eth_call', 'ens-gateway-*:/*'],
    origins: {
      connect: [
        'https://api.coinbase.com',
        'https://lb.drpc.org',
        'https://arbitrum.3668.io',
        'https://base.3668.io',
        'https://linea.3668.io',
        'https://optimism.3668.io',
        'https://scroll.3668.io',
      ],
      image: ['https://ipfs.io'],
    },
  },
  setup(ctx, pluginOptions: EnsOptions) {
    const load = lazyOnce(async () => (await import('./ens.js')).createEns(ctx, pluginOptions))
    ctx.add(nameSources, {
      namespace: 'eip155',
      nameOf: async (request) => (await load()).nameOf(request),
      resolve: async (request) => (await load()).resolve(request),
    })
  },
})
