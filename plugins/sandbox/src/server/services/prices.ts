import type { Store } from '@wallet-modal/gateway/server'
import * as v from 'valibot'
import { type Engine, PRICE_DECIMALS } from '../engines/engine.js'

const prefix = 'price:'
const storedSchema = v.pipe(
  v.string(),
  v.regex(/^\d+$/),
  v.transform((text) => BigInt(text)),
)

const keyOf = (engine: Engine, address: string | undefined): string =>
  `${prefix}${engine.network.caipNetworkId}/${address === undefined ? 'coin' : (engine.toAddress(address) ?? address)}`

/**
 * Prices in US dollars with {@link PRICE_DECIMALS} decimals: from the chain's price feed, or from the store if the feed has no price of the token.
 * The address `undefined` means the native coin.
 */
export async function pricesOf(
  engine: Engine,
  store: Store,
  addresses: readonly (string | undefined)[],
): Promise<readonly (bigint | undefined)[]> {
  const onChain = (await engine.assets?.pricesUsd(addresses)) ?? []
  return Promise.all(addresses.map(async (address, at) => onChain[at] ?? storedPrice(engine, store, address)))
}

async function storedPrice(engine: Engine, store: Store, address: string | undefined): Promise<bigint | undefined> {
  const stored = v.safeParse(storedSchema, await store.get(keyOf(engine, address)))
  return stored.success && stored.output > 0n ? stored.output : undefined
}

/** Sets a price in the chain's price feed or, if the chain has no feed for the token, in the store. 0 removes the price. */
export async function setPrice(
  engine: Engine,
  store: Store,
  { address, price }: { readonly address: string | undefined; readonly price: bigint },
): Promise<void> {
  if (await engine.assets?.setPriceUsd(address, price)) return
  await store.set(keyOf(engine, address), String(price))
}

/** Converts a price to the 18 decimals of the gateway's sources. */
export const toPriceUsd = (price: bigint): bigint => price * 10n ** BigInt(18 - PRICE_DECIMALS)

/** Parses a decimal number with at most {@link PRICE_DECIMALS} digits after the point to an exact integer. */
export const toPrice = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(PRICE_DECIMALS, '0'))
}
