import type { Fungible, FungiblePriceSource, PricedAsset, Store } from '@wallet-modal/gateway/server'
import type { Engine } from '../engines/engine.js'
import { expectServing, tokenAt } from '../engines/engine-lookup.js'
import { pricesOf, toPriceUsd } from '../services/prices.js'
import { iconUrl } from './icon-url.js'

/** Prices from the chains' price feeds. For tokens without a feed: prices set through `/sandbox/price`. */
export const priceSource = (engines: readonly Engine[], store: Store): FungiblePriceSource => ({
  prices: (assets, origin) => Promise.all(assets.map((asset) => fungibleOf({ engines, store, origin }, asset))),
})

interface PriceContext {
  readonly engines: readonly Engine[]
  readonly store: Store
  readonly origin: string
}

async function fungibleOf(
  { engines, store, origin }: PriceContext,
  { caipNetworkId, address: text }: PricedAsset,
): Promise<Fungible | undefined> {
  const engine = engines.find(({ network }) => network.caipNetworkId === caipNetworkId)
  if (!engine) return undefined
  const address = text === undefined ? undefined : tokenAt(engines, { caipNetworkId, address: text })?.address
  if (text !== undefined && address === undefined) return undefined
  expectServing(engine)
  const { nativeCurrency } = engine.network
  const token = address === undefined ? nativeCurrency : (await engine.assets?.metadata([address]))?.[0]
  if (!token) return undefined
  const [price] = await pricesOf(engine, store, [address])
  const { name, symbol } = token
  const fungible = { name, symbol, iconUrl: iconUrl(origin, caipNetworkId, address) }
  return price === undefined ? fungible : { ...fungible, priceUsd: toPriceUsd(price) }
}
