import type { Context, TokenRequest, TokenSource } from '@wallet-modal/kernel'
import type { NodeApis } from '../node.js'
import { readAccountAssets } from './account-assets.js'
import { numberOfKey, readAssets } from './asset.js'
import { assetIdOf } from './asset-id.js'

/** Upper bound on assets per account (protects against a hostile node). */
const MAX_ASSETS = 200

/** See `TokenSource.tokens`. */
export async function readTokens(
  ctx: Context,
  apis: () => Promise<NodeApis>,
  { account: { address }, network, signal }: TokenRequest,
): ReturnType<TokenSource['tokens']> {
  const keys = await readAccountAssets(ctx, { address, network, signal })
  if (keys.length === 0) return []
  const api = await (await apis()).of(network)
  signal.throwIfAborted()
  const numbers = keys.slice(0, MAX_ASSETS).map((key) => numberOfKey(api, key))
  const { caipNetworkId } = network
  return (await readAssets(api, numbers, [address])).flatMap(({ asset, holdings: [holding] }) => {
    if (!asset || !holding || holding.amount === 0n) return []
    const { number, name, symbol, decimals } = asset
    const isFrozen = asset.isFrozen || holding.isFrozen
    const token = { assetId: assetIdOf(caipNetworkId, number), caipNetworkId, address: number, name, symbol, decimals }
    return [{ ...token, amount: holding.amount, ...(isFrozen && ({ isFrozen } as const)) }]
  })
}
