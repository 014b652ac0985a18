import type { ExpectedAction, Network } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'

/** CAIP-19 ids of a network's assets. */
export interface AssetIds {
  readonly coin: string
  ofMint(mint: string): string
}

/** `expects`: expected actions of the transaction. The id of a mint contains `nft:` if one of them transfers this NFT id; otherwise `token:`. */
export function createAssetIds(network: Network, expects: readonly ExpectedAction[] = []): AssetIds {
  const expected = new Set(expects.flatMap((one) => (one.type === 'transfer' ? one.assetId : [])))
  return {
    coin: coinAssetId(network),
    ofMint(mint) {
      const nft = `${network.caipNetworkId}/nft:${mint}`
      return expected.has(nft) ? nft : `${network.caipNetworkId}/token:${mint}`
    },
  }
}
