import type { ApiPromise } from '@polkadot/api'
import type { ProviderInterface } from '@polkadot/rpc-provider/types'
import { type Context, type Network, readWith } from '@wallet-modal/kernel'
import { badStorage } from './errors.js'

const asItComes = readWith((answer) => answer)

/** @polkadot/api asks through the kernel: the site's endpoints, the plugin's permissions, no socket. */
function createProvider(ctx: Context, network: Network): ProviderInterface {
  const rpc = ctx.api.rpc(network.caipNetworkId)
  const provider: ProviderInterface = {
    hasSubscriptions: false,
    isClonable: false,
    isConnected: true,
    clone: () => provider,
    connect: async () => {},
    disconnect: async () => {},
    on(event, tell) {
      if (event === 'connected') queueMicrotask(tell)
      return () => {}
    },
    send: async (method, params) =>
      (await rpc.read(method, params, { schema: asItComes, signal: ctx.abortSignal })) as never, // parsed by @polkadot/api
    subscribe: async (_, method) => {
      throw badStorage(network, `"${method}" needs a socket`)
    },
    unsubscribe: async () => true,
  }
  return provider
}

async function connect(ctx: Context, network: Network): Promise<ApiPromise> {
  const { ApiPromise } = await import('@polkadot/api')
  // nothing is signed here, and a strict policy refuses WebAssembly
  const api = new ApiPromise({ provider: createProvider(ctx, network), initWasm: false, noInitWarn: true })
  ctx.onDispose(() => void api.disconnect())
  return api.isReadyOrError
}

/** Reads the free balance, in plancks, out of an account's storage by the types that the chain itself describes in its metadata. */
export function createMetadataReader(ctx: Context): (network: Network, storage: string) => Promise<bigint> {
  const apis = new Map<string, Promise<ApiPromise>>()

  /** One per network, since metadata are large. One that failed is made again. */
  const apiOf = (network: Network): Promise<ApiPromise> => {
    const { caipNetworkId } = network
    const api = apis.get(caipNetworkId) ?? connect(ctx, network)
    apis.set(caipNetworkId, api)
    api.catch(() => apis.delete(caipNetworkId))
    return api
  }
  return async (network, storage) => {
    const { query, registry } = await apiOf(network)
    const type = query.system?.account?.creator.meta.type
    if (!type?.isMap) throw badStorage(network, 'its metadata describe no accounts')
    const info: unknown = registry.createType(registry.createLookupType(type.asMap.value), storage)
    const { free }: { free?: unknown } = Object(Object(info).data)
    const { toBigInt }: { toBigInt?: unknown } = Object(free)
    const amount: unknown = typeof toBigInt === 'function' ? Reflect.apply(toBigInt, free, []) : undefined
    if (typeof amount === 'bigint') return amount
    throw badStorage(network, 'its metadata describe accounts without a free balance')
  }
}
