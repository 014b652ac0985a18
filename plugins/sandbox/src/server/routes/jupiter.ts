import { limitBody, parseRequest, readJson } from '@wallet-modal/gateway/server'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { type Engine, type EngineRouter, isServing, type RouteStep } from '../engines/engine.js'
import { expectServing } from '../engines/engine-lookup.js'
import { iconUrl } from '../sources/icon-url.js'

const BASIS_POINTS = 10_000n
const digits = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform((text) => BigInt(text)),
)
const bps = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))

const querySchema = v.object({
  inputMint: v.string(),
  outputMint: v.string(),
  amount: digits,
  slippageBps: v.optional(v.pipe(v.string(), v.transform(Number), bps), '50'),
  swapMode: v.optional(v.literal('ExactIn')),
  // the sandbox builds only swap instructions of this version
  instructionVersion: v.optional(v.literal('V2')),
})
const swapSchema = v.object({
  userPublicKey: v.string(),
  wrapAndUnwrapSol: v.optional(v.boolean(), true),
  quoteResponse: v.object({
    inputMint: v.string(),
    outputMint: v.string(),
    inAmount: digits,
    outAmount: digits,
    slippageBps: bps,
  }),
})

/** Minimum output amount: `amount` less the slippage tolerance. */
const thresholdOf = (amount: bigint, slippageBps: number): bigint =>
  amount - (amount * BigInt(slippageBps)) / BASIS_POINTS

const refuse = (c: Context, error: string, errorCode: string) => c.json({ error, errorCode }, 400)

/** Price impact: loss compared with the rate of a very small swap, as a fraction of 1. */
function impactOf(steps: readonly RouteStep[], smallQuote: readonly RouteStep[]): string {
  const rate = (list: readonly RouteStep[]): number =>
    list.reduce((product, { amount, received }) => product * (Number(received) / Number(amount)), 1)
  return Math.max(0, 1 - rate(steps) / rate(smallQuote)).toFixed(6)
}

/** Route step in the format of Jupiter's API. */
const planOf = ({ pool, from, to, amount, received }: RouteStep) => ({
  swapInfo: {
    ...{ ammKey: pool.from, label: 'Sandbox pools', inputMint: from, outputMint: to },
    ...{ inAmount: String(amount), outAmount: String(received) },
  },
  percent: 100,
  bps: 10_000,
})

const NO_POOLS = 'This sandbox has no swap pools on Solana.'

interface SolanaMarket {
  readonly engine: Engine
  readonly router: EngineRouter
}

async function verifiedTokens({ engine, router }: SolanaMarket, origin: string): Promise<readonly object[]> {
  const metadata = (await engine.assets?.metadata(router.tokens)) ?? []
  return metadata.flatMap((token) => {
    if (!token) return []
    const { address: id, name, symbol, decimals } = token
    return [{ id, name, symbol, decimals, icon: iconUrl(origin, engine.network.caipNetworkId, id), isVerified: true }]
  })
}

/** Jupiter's API (swap API version 1, token API version 2) for the pools of the Solana chain. */
export function jupiterRoutes(engines: readonly Engine[]): Hono {
  const routes = new Hono()
  const findRouter = (): SolanaMarket | undefined =>
    engines.flatMap((engine) => (engine.router ? [{ engine, router: engine.router }] : []))[0]
  routes.get('/tokens/v2/tag', async (c) => {
    const found = findRouter()
    if (!found || !isServing(found.engine)) return c.json([])
    return c.json(await verifiedTokens(found, new URL(c.req.url).origin))
  })
  routes.get('/swap/v1/quote', async (c) => {
    const { inputMint, outputMint, amount, slippageBps } = parseRequest(querySchema, c.req.query())
    const found = findRouter()
    if (!found) return refuse(c, NO_POOLS, 'NO_ROUTES_FOUND')
    expectServing(found.engine)
    const { router } = found
    const swap = { from: inputMint, to: outputMint, amount }
    const steps = await router.quote(swap)
    const received = steps?.at(-1)?.received
    if (!steps || received === undefined) return refuse(c, 'Could not find any route', 'COULD_NOT_FIND_ANY_ROUTE')
    const smallQuote = await router.quote({ ...swap, amount: amount / 1000n })
    return c.json({
      ...{ inputMint, inAmount: String(amount), outputMint, outAmount: String(received) },
      ...{ otherAmountThreshold: String(thresholdOf(received, slippageBps)), swapMode: 'ExactIn', slippageBps },
      ...{
        instructionVersion: 'V2',
        platformFee: null,
        priceImpactPct: smallQuote ? impactOf(steps, smallQuote) : '0',
      },
      ...{ routePlan: steps.map(planOf), contextSlot: 0, timeTaken: 0 },
    })
  })
  routes.post('/swap/v1/swap', limitBody(64 * 1024), async (c) => {
    const { userPublicKey, wrapAndUnwrapSol, quoteResponse } = parseRequest(swapSchema, await readJson(c))
    const found = findRouter()
    if (!found) return refuse(c, NO_POOLS, 'NO_ROUTES_FOUND')
    const account = found.engine.toAddress(userPublicKey)
    if (account === undefined) return refuse(c, 'Invalid userPublicKey', 'INVALID_REQUEST')
    expectServing(found.engine)
    const { inputMint: from, outputMint: to, inAmount: amount, outAmount: quoted, slippageBps } = quoteResponse
    const swap = { from, to, amount }
    if (!(await found.router.quote(swap))) return refuse(c, 'Could not find any route', 'COULD_NOT_FIND_ANY_ROUTE')
    const { transaction, lastBlock } = await found.router.build({
      ...{ account, swap, quoted, slippageBps, wraps: wrapAndUnwrapSol },
    })
    return c.json({
      swapTransaction: Buffer.from(transaction).toString('base64'),
      lastValidBlockHeight: Number(lastBlock),
      prioritizationFeeLamports: 0,
    })
  })
  return routes
}
