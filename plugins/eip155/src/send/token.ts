import type { AssetToken } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { parseEvmAddress } from '../address.js'

/** What a token is on the chain, by its CAIP-19 id: the coin, a contract, or nothing that this can send. */
export function contractOf({
  assetId,
  caipNetworkId,
}: Pick<AssetToken, 'assetId' | 'caipNetworkId'>): { readonly contract: string | undefined } | undefined {
  if (assetId === coinAssetId({ caipNetworkId, namespace: 'eip155' })) return { contract: undefined }
  const prefix = `${caipNetworkId}/erc20:0x`
  if (!assetId.startsWith(prefix)) return undefined
  try {
    return { contract: parseEvmAddress(assetId.slice(prefix.length - 2)) }
  } catch {
    return undefined // no address, so no contract
  }
}
