import { type Context, type Network, readWith } from '@wallet-modal/kernel'
import { fieldsOf, invalidField } from '@wallet-modal/kernel/assets'

/** Key of the bridge that swaps between networks use: only its calls can be decoded. */
export const BRIDGE = 'across'

/** Whether the bridge serves the route between two networks. */
export type RouteFilter = (from: Network, to: Network) => boolean

/** Key of a route between two EVM chains, for example `1>10`. The arguments are chain ids. */
const routeKey = (from: string | number, to: string | number): string => `${from}>${to}`

/** Parses a reply of `/v1/tools`: the routes that {@link BRIDGE} serves, as keys such as `1>10`. Empty if LI.FI does not offer the bridge. */
export const routesReply = readWith((value): ReadonlySet<string> => {
  const { bridges } = fieldsOf(value)
  if (!Array.isArray(bridges)) return invalidField('"bridges"')
  const bridge: unknown = bridges.find((one: unknown) => fieldsOf(one).key === BRIDGE)
  if (bridge === undefined) return new Set()
  const { supportedChains } = fieldsOf(bridge)
  if (!Array.isArray(supportedChains)) return invalidField('"supportedChains"')
  const keys = supportedChains.flatMap((one: unknown) => {
    const { fromChainId, toChainId } = fieldsOf(one)
    return typeof fromChainId === 'number' && typeof toChainId === 'number' ? [routeKey(fromChainId, toChainId)] : []
  })
  return new Set(keys)
})

/** Reads the routes that {@link BRIDGE} serves between these EVM networks. The filter keeps routes of other networks: they are unknown. */
export async function readRoutes({ api, abortSignal }: Context, networks: readonly Network[]): Promise<RouteFilter> {
  const chains = networks.map(({ reference }) => reference)
  const served = await api.service('lifi').get('/v1/tools', {
    ...{ query: { chains: chains.join(',') }, schema: routesReply, isAnonymous: true, signal: abortSignal },
  })
  return (from, to) =>
    !chains.includes(from.reference) ||
    !chains.includes(to.reference) ||
    served.has(routeKey(from.reference, to.reference))
}
