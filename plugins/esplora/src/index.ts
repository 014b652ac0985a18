import { bitcoinSources } from '@wallet-modal/bip122/contract'
import { definePlugin, endpoints, namespace } from '@wallet-modal/kernel'
import { publicHosts } from './hosts.js'
import { type EsploraOptions, options } from './options.js'

export type { EsploraOptions } from './options.js'

/** Reads balances, UTXOs, fees and past transactions of Bitcoin networks from Esplora APIs, and broadcasts transactions through them. */
export const esplora = definePlugin({
  name: '@wallet-modal/esplora',
  kernel: '^0.1',
  optional: [namespace('bip122')],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: [
      'esplora-*:/address/*',
      'esplora-*:/blocks/tip/height',
      'esplora-*:/fee-estimates',
      'esplora-*:/tx',
      'esplora-*:/tx/*',
    ],
    origins: { connect: ['https://mempool.space'] },
  },
  setup(ctx, { hosts = [] }: EsploraOptions) {
    const urls = new Map(Object.entries(publicHosts))
    for (const { caipNetworkId, url } of hosts) urls.set(caipNetworkId.slice('bip122:'.length), url)
    for (const [reference, url] of urls) ctx.add(endpoints, { service: `esplora-${reference}`, url })
    ctx.add(bitcoinSources, {
      supports: (caipNetworkId) => urls.has(caipNetworkId.slice('bip122:'.length)),
      node: async (caipNetworkId, signal) => {
        const { createEsploraNode } = await import('./node.js')
        return createEsploraNode(ctx, `esplora-${caipNetworkId.slice('bip122:'.length)}`, signal)
      },
    })
  },
})
