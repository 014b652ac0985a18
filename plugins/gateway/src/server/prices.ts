import { Hono } from 'hono'
import * as v from 'valibot'
import { expectUsdollars, inDollars } from './dollars.js'
import { exactJson } from './exact-json.js'
import { invalid, limitBody, originOf, parseRequest, readJson } from './http.js'
import { splitCaip10 } from './request-account.js'

const priceSchema = v.object({
  currency: v.optional(v.string()),
  addresses: v.pipe(v.array(v.string()), v.maxLength(100)),
})

/** Placeholder addresses of native coins in other APIs, in lower case. */
const coinAddresses: ReadonlySet<string> = new Set([
  `0x${'e'.repeat(40)}`,
  'so11111111111111111111111111111111111111111',
  'so11111111111111111111111111111111111111112',
])

/** Token or coin of a price request. */
export interface PricedAsset {
  readonly caipNetworkId: string
  /** Address as in the request. Absent for the native coin. */
  readonly address?: string
}

/** Name, symbol, icon and price of a token or coin. */
export interface Fungible {
  readonly name?: string
  readonly symbol?: string
  readonly iconUrl?: string
  /** Price of one token in US dollars, with 18 decimals. Absent if unknown. */
  readonly priceUsd?: bigint
}

/** Source of the route `price`. */
export interface FungiblePriceSource {
  /** Prices in the order of `assets`; `undefined` for unknown assets. `origin`: origin of the gateway, for the URLs of icons. */
  prices(assets: readonly PricedAsset[], origin: string): Promise<readonly (Fungible | undefined)[]>
}

/** Route `POST /v1/fungible/price`: prices of tokens, given by CAIP-10 ids. Omits unknown tokens; an unknown price is `null`. */
export function priceRoutes(source: FungiblePriceSource): Hono {
  const routes = new Hono()
  routes.post('/v1/fungible/price', limitBody(64 * 1024), async (c) => {
    const { currency, addresses } = parseRequest(priceSchema, await readJson(c))
    expectUsdollars(currency)
    const prices = await source.prices(addresses.map(readAsset), originOf(c))
    const fungibles = addresses.flatMap((address, at) => {
      const fungible = prices[at]
      if (!fungible) return []
      const { priceUsd, ...details } = fungible
      return { address, ...details, price: priceUsd === undefined ? null : inDollars(priceUsd) }
    })
    return c.body(exactJson({ fungibles }), 200, { 'content-type': 'application/json' })
  })
  return routes
}

function readAsset(text: string): PricedAsset {
  const token = splitCaip10(text)
  if (!token) throw invalid(`"${text.slice(0, 96)}" is not the CAIP-10 id of a token.`)
  const { caipNetworkId, address } = token
  return coinAddresses.has(address.toLowerCase()) ? { caipNetworkId } : { caipNetworkId, address }
}
