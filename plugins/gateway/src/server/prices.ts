import { Hono } from 'hono'
import * as v from 'valibot'
import { splitCaip10 } from './asked-account.js'
import { expectUsdollars, inDollars } from './dollars.js'
import { exactJson } from './exact-json.js'
import { invalid, limitBody, parseRequest, readJson } from './http.js'

const priceSchema = v.object({
  currency: v.optional(v.string()),
  addresses: v.pipe(v.array(v.string()), v.maxLength(100)),
})

/** Addresses by which services that know contracts only write a chain's own coin, in lower case. */
const coinAddresses: ReadonlySet<string> = new Set([
  `0x${'e'.repeat(40)}`,
  'so11111111111111111111111111111111111111111',
  'so11111111111111111111111111111111111111112',
])

/** Token or coin whose price is asked for. */
export interface PricedAsset {
  readonly caipNetworkId: string
  /** As the caller wrote it. Absent for the coin. */
  readonly address?: string
}

/** Token or coin that a source knows. */
export interface Fungible {
  readonly name?: string
  readonly symbol?: string
  readonly iconUrl?: string
  /** US dollars for one, with 18 decimals. Absent where nothing has a price for it. */
  readonly priceUsd?: bigint
}

/** Source of the route `price`. */
export interface FungiblePriceSource {
  /** In the order of `assets`; `undefined` for what it does not know. `origin` is where the gateway was asked. */
  prices(assets: readonly PricedAsset[], origin: string): Promise<readonly (Fungible | undefined)[]>
}

/** `POST /v1/fungible/price`: tokens by CAIP-10. One that is unknown is left out; one without a price has `null`. */
export function priceRoutes(source: FungiblePriceSource): Hono {
  const routes = new Hono()
  routes.post('/v1/fungible/price', limitBody(64 * 1024), async (c) => {
    const { currency, addresses } = parseRequest(priceSchema, await readJson(c))
    expectUsdollars(currency)
    const found = await source.prices(addresses.map(readAsset), new URL(c.req.url).origin)
    const fungibles = addresses.flatMap((address, at) => {
      const one = found[at]
      if (!one) return []
      const { priceUsd, ...facts } = one
      return { address, ...facts, price: priceUsd === undefined ? null : inDollars(priceUsd) }
    })
    return c.body(exactJson({ fungibles }), 200, { 'content-type': 'application/json' })
  })
  return routes
}

function readAsset(text: string): PricedAsset {
  const token = splitCaip10(text)
  if (!token) throw invalid(`"${text.slice(0, 96)}" is no CAIP-10 address of a token.`)
  const { caipNetworkId, address } = token
  return coinAddresses.has(address.toLowerCase()) ? { caipNetworkId } : { caipNetworkId, address }
}
