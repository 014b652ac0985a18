import type { ApiPromise } from '@polkadot/api'
import type { ProviderInterface } from '@polkadot/rpc-provider/types'
import { type Context, type Network, readWith } from '@wallet-modal/kernel'
import { badStorage } from './errors.js'

const anything = readWith((answer) => answer)

/** Provider for @polkadot/api that sends requests through the kernel: to the site's endpoints, with the plugin's permissions, without WebSocket. */
function createProvider(ctx: Context, network: Network): ProviderInterface {
  const rpc = ctx.api.rpc(network.caipNetworkId)
  const provider: ProviderInterface = {
    hasSubscriptions: false,
    isClonable: false,
    isConnected: true,
    clone: () => provider,
    connect: async () => {},
    disconnect: async () => {},
    on(event, listener) {
      if (event === 'connected') queueMicrotask(listener)
      return () => {}
    },
    send: async (method, params) =>
      (await rpc.read(method, params, { schema: anything, signal: ctx.abortSignal })) as never, // parsed by @polkadot/api
    subscribe: async (_, method) => {
      throw badStorage(network, `"${method}" needs a WebSocket`)
    },
    unsubscribe: async () => true,
  }
  return provider
}

/** Creates @polkadot/api's client of a network's node, and loads the chain's metadata. */
async function createNode(ctx: Context, network: Network): Promise<ApiPromise> {
  const { ApiPromise } = await import('@polkadot/api')
  // a strict CSP forbids WebAssembly, which @polkadot/api needs only for private keys
  const api = new ApiPromise({ provider: createProvider(ctx, network), initWasm: false, noInitWarn: true })
  ctx.onDispose(() => void api.disconnect())
  return api.isReadyOrError
}

/** Shares one `ApiPromise` per network, so that the network's metadata, which are large, are requested once. */
export interface NodeApis {
  of(network: Network): Promise<ApiPromise>
  /** As `of`, but reloads the metadata after a runtime upgrade. */
  withCurrentRuntime(network: Network): Promise<ApiPromise>
}

export function createNodeApis(ctx: Context): NodeApis {
  const apis = new Map<string, Promise<ApiPromise>>()
  const of = (network: Network): Promise<ApiPromise> => {
    const { caipNetworkId } = network
    const api = apis.get(caipNetworkId) ?? createNode(ctx, network)
    apis.set(caipNetworkId, api)
    api.catch(() => apis.delete(caipNetworkId)) // the next call connects again
    return api
  }
  return {
    of,
    async withCurrentRuntime(network) {
      const api = await of(network)
      const { specVersion } = await api.rpc.state.getRuntimeVersion()
      if (specVersion.eq(api.runtimeVersion.specVersion)) return api
      apis.delete(network.caipNetworkId)
      return of(network)
    },
  }
}
