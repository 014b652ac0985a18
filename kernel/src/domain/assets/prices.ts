import { type Capability, capability, type Slot, slot } from '../../plugins/token.js'
import type { Network } from '../network.js'

export interface PriceRequest {
  readonly network: Network
  /** CAIP-19 ids of the network's coin and tokens. */
  readonly assetIds: readonly string[]
  readonly signal: AbortSignal
}

/** US dollars for one whole coin or token by CAIP-19 id, with {@link FIAT_DECIMALS} decimals. Assets with unknown prices are absent, never 0. */
export type PricesUsd = ReadonlyMap<string, bigint>

/** Source of prices, such as an indexer, an exchange or an oracle. */
export interface PriceSource {
  /**
   * Set if the source is used after the Blockchain API (service `blockchain`), for assets without a price there. Other sources are used before the
   * Blockchain API.
   */
  readonly isFallback?: boolean
  /**
   * Prices in US dollars of one whole coin or token, as `bigint` with 18 decimals, by CAIP-19 id. Assets with unknown prices are absent. Resolves to
   * an empty map for unknown networks. Rejects on failure. Time limit: 10 s.
   */
  prices(request: PriceRequest): Promise<PricesUsd>
}

/**
 * Sources of prices. The sources are queried one after the other, fallbacks last. Each source is queried for the assets that have no price yet.
 * Exception: on networks that the Blockchain API (service `blockchain`) supports, such as those of the sandbox, the account's tokens have the prices
 * of this API, and `@wallet-modal/balances` does not query the sources for them. Swaps and other views query the sources there too.
 */
export const priceSources: Slot<PriceSource> = slot('@wallet-modal/kernel#priceSources')

/** Prices from all {@link priceSources}. */
export interface Prices {
  /** Caches prices for 30 s. Rejects if no price was found and a source failed. */
  read(request: PriceRequest): Promise<PricesUsd>
}

/** Provided by `@wallet-modal/balances`, from {@link priceSources} and the Blockchain API. Another plugin can replace it. */
export const prices: Capability<Prices> = capability('prices')
