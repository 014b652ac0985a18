import { limitBody, parseRequest, readJson, type Store } from '@wallet-modal/gateway/server'
import { Hono } from 'hono'
import * as v from 'valibot'
import { iconUrl, inDollars } from '../balance-records.js'
import type { Engine } from '../engine.js'
import { exactJson } from '../exact-json.js'
import { pricesOf } from '../prices.js'
import { expectServing, expectUsdollars, tokenOf } from './account.js'

const priceSchema = v.object({
  currency: v.optional(v.string()),
  addresses: v.pipe(v.array(v.string()), v.maxLength(100)),
})

/** How services that know contracts only write a chain's own coin. */
const coinAddresses: ReadonlySet<string> = new Set([
  `0x${'e'.repeat(40)}`,
  'So11111111111111111111111111111111111111111',
  'So11111111111111111111111111111111111111112',
])

/** `POST /v1/fungible/price`: tokens by CAIP-10. One that is unknown is left out; one without a price has `null`. */
export function priceRoutes(engines: readonly Engine[], store: Store): Hono {
  const routes = new Hono()
  routes.post('/v1/fungible/price', limitBody(64 * 1024), async (c) => {
    const { currency, addresses } = parseRequest(priceSchema, await readJson(c))
    expectUsdollars(currency)
    const { origin } = new URL(c.req.url)
    const found = addresses.map((caip10) => fungibleOf({ engines, store, origin }, caip10))
    const fungibles = (await Promise.all(found)).flat()
    return c.body(exactJson({ fungibles }), 200, { 'content-type': 'application/json' })
  })
  return routes
}

interface Sources {
  readonly engines: readonly Engine[]
  readonly store: Store
  readonly origin: string
}

async function fungibleOf({ engines, store, origin }: Sources, caip10: string): Promise<readonly object[]> {
  const asked = tokenOf(engines, caip10)
  if (!asked) return []
  const { engine } = asked
  expectServing(engine)
  const { caipNetworkId, nativeCurrency } = engine.network
  const address = coinAddresses.has(asked.address) ? undefined : asked.address
  const token = address === undefined ? nativeCurrency : (await engine.assets?.facts([address]))?.[0]
  if (!token) return []
  const [price] = await pricesOf(engine, store, [address])
  const { name, symbol } = token
  const icon = iconUrl(origin, caipNetworkId, address)
  return [{ address: caip10, name, symbol, iconUrl: icon, price: price === undefined ? null : inDollars(price) }]
}
