import {
  type Context,
  endpoints,
  type HistorySource,
  type Network,
  type ServiceApi,
  type TokenSource,
} from '@wallet-modal/kernel'
import { publicInstances } from './instances.js'
import { readNfts } from './nfts.js'
import type { BlockscoutOptions } from './options.js'
import { readPage } from './page.js'
import { readTokens } from './tokens.js'

/** Requests to the Blockscout instance of a network. Without an instance, `tokens` resolves with an empty list, and `nfts` and `page` with `null`. */
export type Blockscout = Required<Pick<TokenSource, 'tokens' | 'nfts'>> & Pick<HistorySource, 'page'>

/** Adds the instances to the modal's endpoints and sends requests to them. */
export function createBlockscout(ctx: Context, hosts: NonNullable<BlockscoutOptions['hosts']>): Blockscout {
  const instances = new Map(Object.entries(publicInstances))
  for (const { caipNetworkId, url } of hosts) instances.set(caipNetworkId.slice('eip155:'.length), url)
  for (const [reference, url] of instances) ctx.add(endpoints, { service: `blockscout-${reference}`, url })
  const serviceOf = ({ reference }: Network): ServiceApi | undefined =>
    instances.has(reference) ? ctx.api.service(`blockscout-${reference}`) : undefined
  const parseAddress = async (text: string): Promise<string | undefined> => {
    const adapter = ctx.connections.adapters.peek().find(({ namespace }) => namespace === 'eip155')
    return adapter?.parseAddress(text).catch(() => undefined) // not an address: skip the record
  }
  return {
    async tokens(request) {
      const service = serviceOf(request.network)
      return service ? readTokens(service, { ...request, parseAddress }) : []
    },
    async nfts(request) {
      const service = serviceOf(request.network)
      return service ? readNfts(service, { ...request, parseAddress }) : null
    },
    async page(request) {
      const service = serviceOf(request.network)
      return service ? readPage(service, request) : null
    },
  }
}
