import type { Context, TokenRequest, TokenSource } from '@wallet-modal/kernel'
import type { NodeApis } from '../node-api.js'
import { numberOfKey, readAssets } from './asset.js'
import { assetIdOf } from './asset-id.js'
import { heldKeys } from './held-keys.js'

/** More assets than anybody holds. */
const MAX_HELD = 200

/** See `TokenSource.tokens`: those of the pallet `Assets`, as the chain itself tells them. */
export async function readTokens(
  ctx: Context,
  apis: () => Promise<NodeApis>,
  { account: { address }, network, signal }: TokenRequest,
): ReturnType<TokenSource['tokens']> {
  const keys = await heldKeys(ctx, { address, network, signal })
  if (keys.length === 0) return []
  const api = await (await apis()).of(network)
  signal.throwIfAborted()
  const numbers = keys.slice(0, MAX_HELD).map((key) => numberOfKey(api, key))
  const { caipNetworkId } = network
  return (await readAssets(api, numbers, [address])).flatMap(({ asset, holdings: [held] }) => {
    if (!asset || !held || held.amount === 0n) return []
    const { number, name, symbol, decimals } = asset
    const isFrozen = asset.isFrozen || held.isFrozen
    const token = { assetId: assetIdOf(caipNetworkId, number), caipNetworkId, address: number, name, symbol, decimals }
    return [{ ...token, amount: held.amount, ...(isFrozen && ({ isFrozen } as const)) }]
  })
}
