import { type Capability, capability, type Slot, slot } from '../../plugins/token.js'
import type { Network } from '../network.js'

export interface PriceRequest {
  readonly network: Network
  /** CAIP-19 ids of the network's coin and tokens. */
  readonly assetIds: readonly string[]
  readonly signal: AbortSignal
}

/** US dollars for one whole coin or token by CAIP-19 id, with {@link FIAT_DECIMALS} decimals. Assets without a known price are absent, never 0. */
export type PricesUsd = ReadonlyMap<string, bigint>

/** Answers with prices, from an indexer, an exchange or an oracle. */
export interface PriceSource {
  /** Asked after the Blockchain API, for what that has no price of. Default: before. */
  readonly isFallback?: boolean
  /** Resolves to an empty map for networks that it does not know. Rejects on failure. Cut off after 10 s. */
  prices(request: PriceRequest): Promise<PricesUsd>
}

/** Sources of prices. They are asked one after the other, fallbacks last, each for the assets that the ones before have no price of. */
export const priceSources: Slot<PriceSource> = slot('@wallet-modal/kernel#priceSources')

/** Prices from all {@link priceSources}. */
export interface Prices {
  /** Answers younger than 30 s are used again. Rejects where no price was found and a source failed. */
  read(request: PriceRequest): Promise<PricesUsd>
}

/** `@wallet-modal/balances` provides it, over {@link priceSources} and the Blockchain API. Another plugin may stand in. */
export const prices: Capability<Prices> = capability('prices')
