import type { ExpectedAction, Network } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'

/** CAIP-19 ids of a network's assets. */
export interface AssetIds {
  readonly coin: string
  ofMint(mint: string): string
}

/** The id of a mint contains `nft:` if `expects`, the expected actions of the transaction, has a transfer with this id; else it contains `token:`. */
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
