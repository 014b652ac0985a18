import type { Network } from '@wallet-modal/kernel'
import { badStorage } from '../errors.js'
import type { NodeApis } from '../node.js'

/** Decodes the free balance, in plancks, from an account's storage with the types in the chain's metadata. */
export async function readFreeByMetadata(apis: NodeApis, network: Network, storage: string): Promise<bigint> {
  const { query, registry } = await apis.of(network)
  const type = query.system?.account?.creator.meta.type
  if (!type?.isMap) throw badStorage(network, 'its metadata describe no accounts')
  const info: unknown = registry.createType(registry.createLookupType(type.asMap.value), storage)
  const { free }: { free?: unknown } = Object(Object(info).data)
  const { toBigInt }: { toBigInt?: unknown } = Object(free)
  const amount: unknown = typeof toBigInt === 'function' ? Reflect.apply(toBigInt, free, []) : undefined
  if (typeof amount === 'bigint') return amount
  throw badStorage(network, 'its metadata describe accounts without a free balance')
}
