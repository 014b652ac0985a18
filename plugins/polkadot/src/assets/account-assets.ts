import { hexToBytes } from '@noble/hashes/utils'
import { type Context, type Network, readWith } from '@wallet-modal/kernel'
import { ASSET_MAP, assetAccountKey, assetOfKey } from './storage-keys.js'

/** Maximum page size of nodes. */
const PAGE = 1000
const MAX_PAGES = 5

const isHex = (value: unknown): value is string => typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value)

const keysSchema = readWith((answer): readonly string[] => {
  if (Array.isArray(answer) && answer.every(isHex)) return answer.filter((key) => key.startsWith(ASSET_MAP))
  throw new Error('is not a list of keys')
})

/** Parses the reply of `state_queryStorageAt`. Returns the keys that have a value. */
const valuesSchema = readWith((answer): readonly string[] => {
  const { changes }: { readonly changes?: unknown } = Object(Array.isArray(answer) ? answer[0] : undefined)
  if (!Array.isArray(changes)) throw new Error('has no list of values')
  return changes.flatMap((change: unknown) => {
    const [key, value]: readonly unknown[] = Array.isArray(change) ? change : []
    return isHex(key) && isHex(value) ? [key] : []
  })
})

interface AccountQuery {
  readonly address: string
  readonly network: Network
  readonly signal: AbortSignal
}

/**
 * SCALE-encoded numbers of the assets that an account holds. Nodes have no index by account, so this function requests the account's entry for
 * each asset of the chain, up to 5000 assets. It does not load the chain's metadata, which are large.
 */
export async function readAccountAssets(
  ctx: Context,
  { address, network, signal }: AccountQuery,
): Promise<readonly Uint8Array[]> {
  const rpc = ctx.api.rpc(network.caipNetworkId)
  const assets: Uint8Array[] = []
  let from = ASSET_MAP
  for (let page = 0; page < MAX_PAGES; page++) {
    const keys = await rpc.read('state_getKeysPaged', [ASSET_MAP, PAGE, from], { schema: keysSchema, signal })
    if (keys.length === 0) break
    const assetsByKey = new Map(
      keys.map((key) => {
        const asset = hexToBytes(assetOfKey(key))
        return [assetAccountKey(asset, address), asset]
      }),
    )
    const existingKeys = await rpc.read('state_queryStorageAt', [[...assetsByKey.keys()]], {
      schema: valuesSchema,
      signal,
    })
    assets.push(...existingKeys.flatMap((key) => assetsByKey.get(key) ?? []))
    const last = keys.at(-1)
    if (keys.length < PAGE || last === undefined || last === from) break
    from = last
  }
  return assets
}
