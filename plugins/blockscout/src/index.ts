import { definePlugin, historySources, lazyOnce, namespace, tokenSources } from '@wallet-modal/kernel'
import { type BlockscoutOptions, options } from './options.js'

export type { BlockscoutOptions } from './options.js'

/** Reads tokens, NFTs and past transactions of EVM networks from Blockscout instances. */
export const blockscout = definePlugin({
  name: '@wallet-modal/blockscout',
  kernel: '^0.1',
  optional: [namespace('eip155')],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: [
      'blockscout-*:/api/v2/addresses/*/tokens',
      'blockscout-*:/api/v2/addresses/*/nft',
      'blockscout-*:/api/v2/addresses/*/transactions',
      'blockscout-*:/api/v2/addresses/*/token-transfers',
    ],
    origins: {
      connect: [
        'https://eth.blockscout.com',
        'https://explorer.optimism.io',
        'https://gnosis.blockscout.com',
        'https://unichain.blockscout.com',
        'https://polygon.blockscout.com',
        'https://zksync.blockscout.com',
        'https://base.blockscout.com',
        'https://arbitrum.blockscout.com',
        'https://celo.blockscout.com',
        'https://base-sepolia.blockscout.com',
        'https://scroll.blockscout.com',
        'https://eth-sepolia.blockscout.com',
        'https://explorer.mainnet.aurora.dev',
      ],
    },
  },
  setup(ctx, { hosts = [] }: BlockscoutOptions) {
    const load = lazyOnce(async () => (await import('./blockscout.js')).createBlockscout(ctx, hosts))
    const name = 'Blockscout'
    ctx.add(tokenSources, {
      ...{ namespace: 'eip155', name, assetNamespace: 'erc20', isIndexer: true },
      tokens: async (request) => (await load()).tokens(request),
      nfts: async (request) => (await load()).nfts(request),
    })
    ctx.add(historySources, {
      ...{ namespace: 'eip155', name, isFallback: true },
      page: async (request) => (await load()).page(request),
    })
  },
})
