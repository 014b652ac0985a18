import type { ExpectedAction, Network } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'

/** CAIP-19 ids of a network's assets. */
export interface AssetIds {
  readonly coin: string
  ofMint(mint: string): string
}

/** `ofMint` returns an NFT id (`nft:`) if an expected transfer has this id, otherwise a token id (`token:`). */
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
