import { Hono } from 'hono'
import * as v from 'valibot'
import { failed, limitBody, originOf, parseRequest, readJson } from './http.js'

const amountSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/, 'an amount must be a text of digits, in base units'),
  v.transform((text) => BigInt(text)),
  v.check((amount) => amount > 0n, 'an amount must be greater than 0'),
)
const swapSchema = v.object({ amount: amountSchema, from: v.string(), to: v.string(), userAddress: v.string() })
const buildSchema = v.object({
  ...swapSchema.entries,
  /** `slippage` is in percent. */
  eip155: v.optional(v.object({ slippage: v.pipe(v.number(), v.minValue(0), v.maxValue(50)) }), { slippage: 1 }),
})

/** Token that can be swapped. */
export interface ConvertToken {
  /** CAIP-10 id of the token contract. The native coin is `eip155:1:0xee…ee`. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly logoUri?: string
}

/**
 * Requested swap. Tokens are CAIP-10; the amount is in base units. `userAddress` is a plain address in `quote`, and CAIP-10 in `buildSwap`.
 */
export interface ConvertRequest {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly userAddress: string
}

/** Transaction for the account to sign. `value` is in base units of the native coin, `gasPrice` in base units per unit of gas. */
export interface ConvertTransaction {
  /** CAIP-10 of the account. */
  readonly from: string
  /** CAIP-10 of the contract. */
  readonly to: string
  /** 0x and hexadecimal digits. */
  readonly data: string
  readonly value: bigint
  readonly gas: number
  readonly gasPrice: bigint
}

/** Source of the `convert` routes. Each method throws a `RequestError` for unknown tokens and chains. */
export interface ConvertSource {
  /** `origin`: origin of the gateway, for the URLs of pictures that the gateway serves itself. */
  tokens(caipNetworkId: string, origin: string): Promise<readonly ConvertToken[]>
  /** Gas price, in base units of the native coin per unit of gas. */
  gasPrice(caipNetworkId: string): Promise<bigint>
  /** Amount received for the request, in base units; `undefined` if there is not enough liquidity. */
  quote(request: ConvertRequest): Promise<bigint | undefined>
  /** Allowance of the swap's contract in base units. `token` and `userAddress` are CAIP-10. */
  allowance(token: string, userAddress: string): Promise<bigint>
  /** Transaction that approves the swap's contract to spend the token. `token` and `userAddress` are CAIP-10. */
  buildApprove(token: string, userAddress: string): Promise<ConvertTransaction>
  /** Transaction of the swap; `undefined` if there is not enough liquidity. `slippage` is in basis points. */
  buildSwap(request: ConvertRequest, slippage: number): Promise<ConvertTransaction | undefined>
}

const NO_LIQUIDITY = 'insufficient liquidity'

/** The Blockchain API's `convert` routes. */
export function convertRoutes(source: ConvertSource): Hono {
  const routes = new Hono()
  routes.get('/v1/convert/tokens', async (c) => {
    const tokens = await source.tokens(c.req.query('chainId') ?? '', originOf(c))
    return c.json({ tokens: tokens.map((token) => ({ ...token, eip2612: false })) })
  })
  routes.get('/v1/convert/gas-price', async (c) => {
    const price = await source.gasPrice(c.req.query('chainId') ?? '')
    return c.json({ standard: String(price), fast: String((price * 5n) / 4n), instant: String((price * 3n) / 2n) })
  })
  routes.get('/v1/convert/quotes', async (c) => {
    const request = parseRequest(swapSchema, c.req.query())
    const received = await source.quote(request)
    if (received === undefined) return failed(c, NO_LIQUIDITY)
    const { from: fromAccount, to: toAccount, amount } = request
    const quote = { id: null, fromAmount: String(amount), fromAccount, toAmount: String(received), toAccount }
    return c.json({ quotes: [quote] })
  })
  routes.get('/v1/convert/allowance', async (c) => {
    const { tokenAddress = '', userAddress = '' } = c.req.query()
    return c.json({ allowance: String(await source.allowance(tokenAddress, userAddress)) })
  })
  routes.get('/v1/convert/build-approve', async (c) => {
    const { from: token = '', userAddress = '' } = c.req.query()
    const { to, data, gas, gasPrice } = await source.buildApprove(token, userAddress)
    // as in the original service, `from` is not the account but the token's contract, like `to`
    return c.json({ tx: { from: to, to, data, value: '0', eip155: { gas, gasPrice: String(gasPrice) } } })
  })
  routes.post('/v1/convert/build-transaction', limitBody(16 * 1024), async (c) => {
    const { eip155, ...request } = parseRequest(buildSchema, await readJson(c))
    const call = await source.buildSwap(request, Math.round(eip155.slippage * 100))
    if (!call) return failed(c, NO_LIQUIDITY)
    const { from, to, data, value, gas, gasPrice } = call
    return c.json({
      tx: { from, to, data, amount: String(value), eip155: { gas: String(gas), gasPrice: String(gasPrice) } },
    })
  })
  return routes
}
