import { loadOptional } from '../optional-package.js'
import type { Fungible, FungiblePriceSource } from '../prices.js'
import { createSourceService, type SourceOptions } from './service.js'

const PER_SECOND = 8

export interface DefillamaOptions extends SourceOptions {
  /** Base URL of the service. Default: the public service. */
  readonly url?: string
  /**
   * Networks that the built-in list does not have, by CAIP-2 id. `chain`: DefiLlama's name of the network. `coin`: DefiLlama's key of the network's
   * native coin.
   */
  readonly chains?: Readonly<Record<string, { readonly chain: string; readonly coin?: string }>>
}

/** Prices of native coins and tokens from DefiLlama, for the route `price`. */
export async function defillamaSource({
  url,
  chains = {},
  ...options
}: DefillamaOptions = {}): Promise<FungiblePriceSource> {
  const defillama = await loadOptional(
    '@wallet-modal/defillama',
    'The source "defillama"',
    () => import('@wallet-modal/defillama/source'),
  )
  const service = createSourceService({ ...options, url: url ?? defillama.publicUrl, perSecond: PER_SECOND })
  return {
    async prices(assets) {
      const fungibles: (Fungible | undefined)[] = assets.map(() => undefined)
      const signal = AbortSignal.timeout(20_000)
      for (const caipNetworkId of new Set(assets.map((asset) => asset.caipNetworkId))) {
        const positions = assets.flatMap((asset, at) => (asset.caipNetworkId === caipNetworkId ? [at] : []))
        const addresses = positions.map((at) => assets[at]?.address)
        const prices = await defillama.readAssetPrices(service, { caipNetworkId, addresses, chains }, signal)
        for (const [at, position] of positions.entries()) {
          const priceUsd = prices[at]
          if (priceUsd !== undefined) fungibles[position] = { priceUsd }
        }
      }
      return fungibles
    },
  }
}
