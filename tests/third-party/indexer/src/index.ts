import { definePlugin, endpoints, historySources } from '@wallet-modal/kernel'
import { type IndexerOptions, options } from './options.js'

export type { IndexerOptions } from './options.js'

/** Past transactions of EVM chains from a Blockscout instance, in addition to those of the site's own service. */
export const indexer = definePlugin({
  name: 'wallet-modal-plugin-indexer',
  kernel: '^0.1',
  options,
  permissions: {
    api: ['blockscout:/addresses/*/transactions'],
    origins: { connect: ['https://eth.blockscout.com'] },
  },
  setup(ctx, { url = 'https://eth.blockscout.com/api/v2', networks = ['eip155:1'] }: IndexerOptions) {
    ctx.add(endpoints, { service: 'blockscout', url })
    ctx.add(historySources, {
      namespace: 'eip155',
      name: 'Blockscout',
      page: async (request) =>
        networks.includes(request.network.caipNetworkId) ? (await import('./page.js')).readPage(ctx, request) : null,
    })
  },
})
