import { definePlugin, lazyOnce, nameSources, namespace } from '@wallet-modal/kernel'
import { type EnsOptions, options } from './options.js'
import { PUBLIC_GATEWAYS } from './public-gateways.js'

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
      connect: PUBLIC_GATEWAYS,
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
