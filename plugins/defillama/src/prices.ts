import { type PriceRequest, type PricesUsd, readWith, type ServiceApi } from '@wallet-modal/kernel'
import { coinAssetId, FIAT_DECIMALS, fieldsOf, readDecimal, toBaseUnits } from '@wallet-modal/kernel/assets'
import { type Chain, knownChains } from './chains.js'

/** Maximum number of keys per request: some servers refuse longer URLs. */
const MAX_KEYS = 50
const FRESH_MS = 30_000
/**
 * Minimum confidence (0 to 1) that DefiLlama reports for a price. A price with low confidence may come from a pool with hardly any trades. A price
 * without a reported confidence is accepted.
 */
export const MIN_CONFIDENCE = 0.9
export const MAX_AGE_S = 86_400

const ZERO = '0x0000000000000000000000000000000000000000'

type ChainOption = Chain & { readonly caipNetworkId: string }

/** Converts a key with an EVM address to lower case, because EVM addresses are case-insensitive. */
const canonical = (key: string): string => (/:0x[\da-f]+$/i.test(key) ? key.toLowerCase() : key)

/** DefiLlama's key of an asset; `undefined` if DefiLlama has no key for it. */
function keyOf(assetId: string, network: PriceRequest['network'], { chain, coin = `${chain}:${ZERO}` }: Chain) {
  if (assetId === coinAssetId(network)) return canonical(coin)
  const [, id, standard, address] = /^([^/]+)\/([-a-z\d]+):([^/]+)$/.exec(assetId) ?? []
  const hasContract = standard === 'erc20' || standard === 'token'
  return hasContract && id === network.caipNetworkId ? canonical(`${chain}:${address}`) : undefined
}

/** Prices in US dollars with 18 decimals, by DefiLlama's key. Omits outdated prices and prices with low confidence. */
const pricesReply = readWith((value): ReadonlyMap<string, bigint> => {
  const { coins } = fieldsOf(value)
  if (typeof coins !== 'object' || coins === null) throw new Error('"coins" is missing')
  const nowS = Date.now() / 1000
  return new Map(
    Object.entries(coins).flatMap(([key, coin]): readonly (readonly [string, bigint])[] => {
      const { price, confidence = 1, timestamp } = fieldsOf(coin)
      const priceUsd = toBaseUnits(readDecimal(price), FIAT_DECIMALS, { truncate: true })
      const isConfident = typeof confidence === 'number' && confidence >= MIN_CONFIDENCE
      const isRecent = typeof timestamp === 'number' && nowS - timestamp < MAX_AGE_S
      return priceUsd && isConfident && isRecent ? [[canonical(key), priceUsd]] : []
    }),
  )
})

/**
 * Prices by CAIP-19 id; empty for a network that is neither in `chains` nor built in. A network in `chains` replaces the built-in network with the
 * same id. If only some of the requests fail, resolves with the prices of the successful requests.
 */
export async function readPrices(
  service: Pick<ServiceApi, 'get'>,
  { network, assetIds, signal }: PriceRequest,
  chains: readonly ChainOption[],
): Promise<PricesUsd> {
  const { caipNetworkId } = network
  const chain = chains.find((one) => one.caipNetworkId === caipNetworkId) ?? knownChains[caipNetworkId]
  const assetIdByKey = new Map<string, string>()
  for (const assetId of chain ? assetIds : []) {
    const key = chain && keyOf(assetId, network, chain)
    if (key !== undefined) assetIdByKey.set(key, assetId)
  }
  const keys = [...assetIdByKey.keys()]
  const paths: string[] = []
  for (let at = 0; at < keys.length; at += MAX_KEYS)
    paths.push(`/prices/current/${keys.slice(at, at + MAX_KEYS).join(',')}`)
  const options = { schema: pricesReply, isAnonymous: true, staleMs: FRESH_MS, signal } as const
  const replies = await Promise.allSettled(paths.map((path) => service.get(path, options)))
  const prices = new Map<string, bigint>()
  for (const [key, price] of replies.flatMap((reply) => (reply.status === 'fulfilled' ? [...reply.value] : []))) {
    const assetId = assetIdByKey.get(key)
    if (assetId !== undefined) prices.set(assetId, price)
  }
  const failed = replies.find((reply) => reply.status === 'rejected')
  if (failed && prices.size === 0) throw failed.reason
  return prices
}
