import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { iconUrl } from '../balanceRecords.js'
import type { Engine, EngineMarket, MarketSwap } from '../engine.js'
import { engineOf, invalid, limitBody, parseRequest, readJson } from '../requests.js'
import { expectServing, tokenOf } from './account.js'

/** How the service writes a chain's own coin. */
const COIN = `0x${'e'.repeat(40)}`
/** What the first guess of a swap's gas is, as the product shows it. */
const GAS = 300_000
const BASIS_POINTS = 10_000n

const amountSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/, 'an amount is a text of digits, in base units'),
  v.transform((text) => BigInt(text)),
  v.check((amount) => amount > 0n, 'an amount is above 0'),
)
const swapSchema = v.object({ amount: amountSchema, from: v.string(), to: v.string(), userAddress: v.string() })
const buildSchema = v.object({
  ...swapSchema.entries,
  eip155: v.optional(v.object({ slippage: v.pipe(v.number(), v.minValue(0), v.maxValue(50)) }), { slippage: 1 }),
})

interface Side {
  readonly engine: Engine
  readonly market: EngineMarket
  /** `undefined` is the coin. */
  readonly token: string | undefined
}

/** Swaps of the chains' own pools, in the shapes of the Blockchain API's `convert` routes. */
export function convertRoutes(engines: readonly Engine[]): Hono {
  const routes = new Hono()
  routes.get('/v1/convert/tokens', async (c) => {
    const engine = engineOf(engines, c.req.query('chainId') ?? '')
    const { origin } = new URL(c.req.url)
    return c.json({ tokens: engine.market ? await listTokens(engine, engine.market, origin) : [] })
  })
  routes.get('/v1/convert/gas-price', async (c) => {
    const { market } = marketAt(engineOf(engines, c.req.query('chainId') ?? ''))
    const price = await market.gasPrice()
    return c.json({ standard: String(price), fast: String((price * 5n) / 4n), instant: String((price * 3n) / 2n) })
  })
  routes.get('/v1/convert/quotes', async (c) => {
    const { from, to, amount } = readSwap(engines, parseRequest(swapSchema, c.req.query()))
    const received = await from.market.quote({ from: from.token, to: to.token, amount })
    if (received === undefined) return noLiquidity(c)
    const { from: fromAccount, to: toAccount } = c.req.query()
    return c.json({
      quotes: [{ id: null, fromAmount: String(amount), fromAccount, toAmount: String(received), toAccount }],
    })
  })
  routes.get('/v1/convert/allowance', async (c) => {
    const { market, token, engine } = sideOf(engines, c.req.query('tokenAddress') ?? '')
    if (token === undefined) throw invalid('Coins need no allowance.')
    return c.json({ allowance: String(await market.allowance(token, ownerOf(engine, c.req.query('userAddress')))) })
  })
  routes.get('/v1/convert/build-approve', async (c) => {
    const { market, token, engine } = sideOf(engines, c.req.query('from') ?? '')
    if (token === undefined) throw invalid('Coins need no allowance.')
    ownerOf(engine, c.req.query('userAddress'))
    const [{ to, data }, gasPrice] = await Promise.all([market.approve(token), market.gasPrice()])
    const id = engine.network.caipNetworkId
    // as the service does it: `from` holds the token's contract, which the transaction goes to
    return c.json({
      tx: {
        from: `${id}:${to}`,
        to: `${id}:${to}`,
        data,
        value: '0',
        eip155: { gas: GAS, gasPrice: String(gasPrice) },
      },
    })
  })
  routes.post('/v1/convert/build-transaction', limitBody(16 * 1024), async (c) => {
    const body = parseRequest(buildSchema, await readJson(c))
    const { from, to, amount } = readSwap(engines, body)
    const swap: MarketSwap = { from: from.token, to: to.token, amount }
    const received = await from.market.quote(swap)
    if (received === undefined) return noLiquidity(c)
    const kept = BigInt(Math.round((100 - body.eip155.slippage) * 100))
    const receiver = ownerOf(from.engine, body.userAddress)
    const call = await from.market.build(swap, { receiver, minimum: (received * kept) / BASIS_POINTS })
    const id = from.engine.network.caipNetworkId
    return c.json({
      tx: {
        ...{ from: `${id}:${receiver}`, to: `${id}:${call.to}`, data: call.data, amount: String(call.value) },
        eip155: { gas: String(GAS), gasPrice: String(await from.market.gasPrice()) },
      },
    })
  })
  return routes
}

const noLiquidity = (c: Context) =>
  c.json({ status: 'FAILED', reasons: [{ location: 'body', description: 'insufficient liquidity' }] }, 400)

async function listTokens(
  { network: { caipNetworkId, nativeCurrency }, assets }: Engine,
  market: EngineMarket,
  origin: string,
) {
  const facts = (await assets?.facts(market.tokens)) ?? []
  const coin = {
    ...nativeCurrency,
    address: `${caipNetworkId}:${COIN}`,
    logoUri: iconUrl(origin, caipNetworkId, undefined),
  }
  const tokens = facts.flatMap((token) => {
    if (!token) return []
    const { address, name, symbol, decimals } = token
    const logoUri = iconUrl(origin, caipNetworkId, address)
    return [{ name, symbol, decimals, address: `${caipNetworkId}:${address}`, logoUri, eip2612: false }]
  })
  return [{ ...coin, eip2612: false }, ...tokens]
}

function marketAt(engine: Engine): { readonly engine: Engine; readonly market: EngineMarket } {
  if (!engine.market) throw invalid(`Nothing is swapped on ${engine.network.name}.`)
  expectServing(engine)
  return { engine, market: engine.market }
}

/** A side of a swap by CAIP-10. */
function sideOf(engines: readonly Engine[], caip10: string): Side {
  const named = tokenOf(engines, caip10)
  if (!named) throw invalid(`"${caip10.slice(0, 96)}" is no token of a chain that the sandbox serves.`)
  return { ...marketAt(named.engine), token: named.address.toLowerCase() === COIN ? undefined : named.address }
}

function readSwap(engines: readonly Engine[], { from, to, amount }: v.InferOutput<typeof swapSchema>) {
  const [source, target] = [sideOf(engines, from), sideOf(engines, to)]
  if (source.engine !== target.engine) throw invalid('Both tokens have to be on the same chain.')
  return { from: source, to: target, amount }
}

/** An account, plain or CAIP-10. */
function ownerOf(engine: Engine, account = ''): string {
  const plain = account.startsWith(`${engine.network.caipNetworkId}:`) ? account.split(':').at(-1) : account
  const address = engine.toAddress(plain ?? '')
  if (address === undefined) throw invalid('"userAddress" is no account of this chain.')
  return address
}
