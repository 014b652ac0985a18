import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import {
  failed,
  invalid,
  isRequestError,
  limitBody,
  originOf,
  parseRequest,
  type RequestErrorCode,
  readJson,
} from './http.js'
import { createVisitorLimit } from './onramp/visitor-limit.js'

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const moneySchema = v.pipe(
  text,
  v.regex(/^\d{1,18}(\.\d{1,18})?$/, 'an amount of money must be a decimal text such as "100" or "12.50"'),
)
const sellerSchema = { provider: v.optional(text), paymentMethod: v.optional(text) }
const quoteSchema = v.object({
  ...{ purchaseCurrency: text, paymentCurrency: text, amount: moneySchema, network: text, ...sellerSchema },
})
const purchaseId = v.pipe(text, v.minLength(16))
const purchaseSchema = v.object({ partnerUserId: purchaseId })
const sessionSchema = v.object({
  destinationWallets: v.pipe(
    v.array(v.object({ address: text, blockchains: v.array(text), assets: v.array(text) })),
    v.length(1, 'exactly one receiving wallet is required'),
  ),
  ...{ defaultNetwork: text, partnerUserId: purchaseId, defaultExperience: v.literal('buy') },
  ...{ presetFiatAmount: moneySchema, paymentCurrency: text, quoteId: v.optional(text), ...sellerSchema },
})

/** Currency for payments. `limits`: smallest and largest payment for each payment method (`id`), as decimal text, inclusive. */
export interface OnRampPaymentCurrency {
  /** ISO 4217. */
  readonly id: string
  readonly limits: readonly { readonly id: string; readonly min: string; readonly max: string }[]
}

/** Token or coin that can be bought. */
export interface OnRampPurchaseCurrency {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly iconUrl?: string
  readonly networks: readonly OnRampNetwork[]
}

/** Network on which a token can be received. */
export interface OnRampNetwork {
  /** The provider's id of the network, used in quotes and sessions. */
  readonly name: string
  readonly displayName: string
  /** Reference part of the CAIP-2 id: `1` for Ethereum. */
  readonly chainId: string
  /** Absent for the native coin. */
  readonly contractAddress?: string
}

/** Client of a request, from the connection or a trusted proxy's headers, never from the request's body. */
export interface OnRampVisitor {
  readonly ip?: string
  /** ISO 3166-1 alpha-2: `US`. */
  readonly country?: string
  /** Subdivision part of the ISO 3166-2 code: `NY`. */
  readonly region?: string
}

/** Payment for which a quote is requested. Currencies and network are ids that `options` returned. */
export interface OnRampQuoteRequest {
  readonly visitor: OnRampVisitor
  readonly purchaseCurrency: string
  readonly network: string
  readonly paymentCurrency: string
  /** Amount that the buyer pays, including fees: decimal text. */
  readonly amount: string
  readonly paymentMethod: string
}

export interface OnRampAmount {
  /** Decimal text. */
  readonly amount: string
  readonly currency: string
}

/**
 * Quote of a provider. `total` is the price that the buyer pays, `subtotal` the price without fees, `purchase` the tokens that the buyer receives.
 */
export interface OnRampQuote {
  readonly id: string
  readonly total: OnRampAmount
  readonly subtotal: OnRampAmount
  readonly purchase: OnRampAmount
  readonly networkFee: OnRampAmount
  readonly providerFee: OnRampAmount
}

export interface OnRampSessionRequest extends OnRampQuoteRequest {
  /** Random id of a purchase, created by the page. The provider stores it with the purchase. */
  readonly partnerUserId: string
  readonly address: string
  readonly quoteId: string | undefined
  /** Origin of the gateway. */
  readonly origin: string
}

/**
 * Purchase whose payment has started. `pending`: the payment or the delivery of the tokens is in progress. `confirmed`: the tokens were delivered.
 * `failed`: no payment succeeded in the time in which the buyer may pay.
 */
export interface OnRampPurchase {
  /** `partnerUserId` of its session. */
  readonly id: string
  readonly caipNetworkId: string
  /** Address that receives the tokens. */
  readonly address: string
  readonly status: 'pending' | 'confirmed' | 'failed'
  /** Time of the session, in milliseconds since 1970. */
  readonly at: number
  /** Hash of the transaction that delivered the tokens. */
  readonly hash?: string
  readonly token: { readonly name: string; readonly symbol: string; readonly iconUrl?: string }
  /** In whole units. */
  readonly amount: string
}

/** Identification of a purchase. */
export interface OnRampPurchaseRequest {
  /** `partnerUserId` of its session: random, known only to the page that started it. */
  readonly id: string
  /** Address that receives the tokens. */
  readonly address: string
  readonly caipNetworkId: string | undefined
}

/** On-ramp provider for the `onramp` routes. Methods throw a `RequestError` for unknown currencies, networks and payment methods. */
export interface OnRampSource {
  /** `coinbase`, `meld` or another id. */
  readonly provider: string
  options(
    origin: string,
    visitor: OnRampVisitor,
  ): Promise<{
    readonly paymentCurrencies: readonly OnRampPaymentCurrency[]
    readonly purchaseCurrencies: readonly OnRampPurchaseCurrency[]
  }>
  quote(request: OnRampQuoteRequest): Promise<OnRampQuote>
  /** Creates a checkout session at the provider. Resolves with the URL of the checkout page. */
  session(request: OnRampSessionRequest): Promise<string>
  /** Purchase of a session. `undefined` until a payment has started, and if the purchase belongs to another address. */
  purchase(request: OnRampPurchaseRequest): Promise<OnRampPurchase | undefined>
}

export interface OnRampRouteOptions {
  /** Reads the client of a request, for providers and for rate limits by IP address. Default: the client is unknown and has no limits. */
  readonly visitor?: (context: Context) => OnRampVisitor
  /** Receives failures of providers. Default: `console.error`. */
  readonly onFault?: (error: unknown) => void
}

const statuses: Readonly<Partial<Record<RequestErrorCode, Parameters<typeof failed>[2]>>> = {
  ...{ INVALID_REQUEST: 400, NOT_FOUND: 404, CONFLICT: 409, TOO_MANY_REQUESTS: 429, SOURCE_FAILED: 502 },
}

/**
 * The Blockchain API's `onramp` routes, the generator of checkout URLs, and the route `history` with the parameter `onramp`. The history contains
 * only the purchase whose id is in the parameter `partnerUserId`: addresses are public, so an address alone gives no access to purchases.
 */
export function onRampRoutes(
  sources: readonly OnRampSource[],
  { visitor = () => ({}), onFault = console.error }: OnRampRouteOptions = {},
): Hono {
  const routes = new Hono()
  const limit = createVisitorLimit()
  const count = (c: Context, kind: 'request' | 'session'): OnRampVisitor => {
    const client = visitor(c)
    limit(client.ip, kind)
    return client
  }
  const sourceOf = (provider = sources[0]?.provider): OnRampSource => {
    const source = sources.find((candidate) => candidate.provider === provider)
    if (!source) throw invalid('This on-ramp provider is not configured.')
    return source
  }
  // refusals have the Blockchain API's format; pages show the description to visitors
  routes.onError((error, c) => {
    if (!isRequestError(error)) throw error
    const status = statuses[error.code]
    if (status === undefined) throw error
    if (status === 502) onFault(error.cause ?? error)
    if (error.retryAfterS !== undefined) c.header('Retry-After', String(error.retryAfterS))
    return failed(c, error.message, status)
  })
  routes.get('/v1/onramp/options', async (c) => {
    const client = count(c, 'request')
    const origin = originOf(c)
    return c.json(toOptions(await sourceOf(c.req.query('provider')).options(origin, client)))
  })
  routes.post('/v1/onramp/quote', limitBody(16 * 1024), async (c) => {
    const client = count(c, 'request')
    const { provider, paymentMethod = 'card', ...request } = parseRequest(quoteSchema, await readJson(c))
    return c.json(toQuote(await sourceOf(provider).quote({ ...request, paymentMethod, visitor: client })))
  })
  routes.post('/v1/generators/onrampurl', limitBody(16 * 1024), async (c) => {
    const client = count(c, 'session')
    const origin = originOf(c)
    const body = parseRequest(sessionSchema, await readJson(c))
    const { provider, paymentMethod = 'card', partnerUserId, paymentCurrency, quoteId } = body
    const [wallet] = body.destinationWallets
    const [purchaseCurrency] = wallet?.assets ?? []
    if (!wallet || purchaseCurrency === undefined) throw invalid('"assets" must contain a token')
    const url = await sourceOf(provider).session({
      ...{ purchaseCurrency, network: body.defaultNetwork, paymentCurrency, amount: body.presetFiatAmount },
      ...{ paymentMethod, partnerUserId, quoteId, address: wallet.address, origin, visitor: client },
    })
    return c.json({ url })
  })
  routes.get('/v1/account/:account/history', async (c, next) => {
    const provider = c.req.query('onramp')
    if (provider === undefined) return next()
    count(c, 'request')
    const { partnerUserId: id } = parseRequest(purchaseSchema, { partnerUserId: c.req.query('partnerUserId') })
    const address = c.req.param('account').split(':').at(-1) ?? ''
    const purchase = await sourceOf(provider).purchase({ id, address, caipNetworkId: c.req.query('chainId') })
    return c.json({ data: purchase ? [toRecord(purchase, provider)] : [], next: null })
  })
  return routes
}

const toOptions = (options: Awaited<ReturnType<OnRampSource['options']>>) => ({
  paymentCurrencies: options.paymentCurrencies.map(({ id, limits }) => ({ id, payment_method_limits: limits })),
  purchaseCurrencies: options.purchaseCurrencies.map(({ id, name, symbol, iconUrl, networks }) => ({
    ...{ id, name, symbol, ...(iconUrl !== undefined && { icon_url: iconUrl }) },
    networks: networks.map(({ name, displayName, chainId, contractAddress = '' }) => ({
      ...{ name, display_name: displayName, chain_id: chainId, contract_address: contractAddress },
    })),
  })),
})

const toQuote = ({ id, total, subtotal, purchase, networkFee, providerFee }: OnRampQuote) => ({
  ...{ paymentTotal: total, paymentSubtotal: subtotal, purchaseAmount: purchase, networkFee },
  ...{ coinbaseFee: providerFee, quoteId: id },
})

const toRecord = (
  { id, caipNetworkId, address, status, at, hash = '', token, amount }: OnRampPurchase,
  from: string,
) => ({
  id,
  metadata: {
    ...{ operationType: 'buy', hash, chain: caipNetworkId, status, nonce: 0 },
    ...{ minedAt: new Date(at).toISOString(), sentFrom: from, sentTo: address },
  },
  transfers: [
    {
      fungible_info: { name: token.name, symbol: token.symbol, ...(token.iconUrl && { icon: { url: token.iconUrl } }) },
      ...{ direction: 'in', quantity: { numeric: amount } },
    },
  ],
})
