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
} from '../http.js'
import type { OnRampPurchase, OnRampQuote, OnRampSource, OnRampVisitor } from './source.js'
import { createVisitorLimit } from './visitor-limit.js'

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const moneySchema = v.pipe(
  text,
  v.regex(/^\d{1,18}(\.\d{1,18})?$/, 'an amount of money must be a decimal text such as "100" or "12.50"'),
)
const providerFields = { provider: v.optional(text), paymentMethod: v.optional(text) }
const quoteSchema = v.object({
  ...{ purchaseCurrency: text, paymentCurrency: text, amount: moneySchema, network: text, ...providerFields },
})
const purchaseId = v.pipe(text, v.minLength(16))
const purchaseSchema = v.object({ partnerUserId: purchaseId })
const sessionSchema = v.object({
  destinationWallets: v.pipe(
    v.array(v.object({ address: text, blockchains: v.array(text), assets: v.array(text) })),
    v.length(1, 'exactly one receiving wallet is required'),
  ),
  ...{ defaultNetwork: text, partnerUserId: purchaseId, defaultExperience: v.literal('buy') },
  ...{ presetFiatAmount: moneySchema, paymentCurrency: text, quoteId: v.optional(text), ...providerFields },
})

export interface OnRampRouteOptions {
  /** Returns the client of a request. Rate limits apply to its IP address. Default: the client is unknown, and requests are not limited. */
  readonly visitor?: (context: Context) => OnRampVisitor
  /** Receives failures of providers. Default: `console.error`. */
  readonly onFault?: (error: unknown) => void
}

const statuses: Readonly<Partial<Record<RequestErrorCode, Parameters<typeof failed>[2]>>> = {
  ...{ INVALID_REQUEST: 400, NOT_FOUND: 404, CONFLICT: 409, TOO_MANY_REQUESTS: 429, SOURCE_FAILED: 502 },
}

/**
 * The Blockchain API's `onramp` routes, the generator of checkout URLs, and the route `history` with the parameter `onramp`. This history contains
 * only the purchase with the id `partnerUserId`, a required parameter. An address alone gives no access to purchases, because addresses are public.
 */
export function onRampRoutes(
  sources: readonly OnRampSource[],
  { visitor = () => ({}), onFault = console.error }: OnRampRouteOptions = {},
): Hono {
  const routes = new Hono()
  const limit = createVisitorLimit()
  /** Counts a request against the client's limits, and returns the client. Throws `TOO_MANY_REQUESTS`. */
  const countRequest = (c: Context, kind: 'request' | 'session'): OnRampVisitor => {
    const client = visitor(c)
    limit(client.ip, kind)
    return client
  }
  const sourceOf = (provider = sources[0]?.provider): OnRampSource => {
    const source = sources.find((candidate) => candidate.provider === provider)
    if (!source) throw invalid('This on-ramp provider is not configured.')
    return source
  }
  // errors have the Blockchain API's format; pages display the message to visitors
  routes.onError((error, c) => {
    if (!isRequestError(error)) throw error
    const status = statuses[error.code]
    if (status === undefined) throw error
    if (status === 502) onFault(error.cause ?? error)
    if (error.retryAfterS !== undefined) c.header('Retry-After', String(error.retryAfterS))
    return failed(c, error.message, status)
  })
  routes.get('/v1/onramp/options', async (c) => {
    const client = countRequest(c, 'request')
    return c.json(toOptions(await sourceOf(c.req.query('provider')).options(originOf(c), client)))
  })
  routes.post('/v1/onramp/quote', limitBody(16 * 1024), async (c) => {
    const client = countRequest(c, 'request')
    const { provider, paymentMethod = 'card', ...request } = parseRequest(quoteSchema, await readJson(c))
    return c.json(toQuote(await sourceOf(provider).quote({ ...request, paymentMethod, visitor: client })))
  })
  routes.post('/v1/generators/onrampurl', limitBody(16 * 1024), async (c) => {
    const client = countRequest(c, 'session')
    const origin = originOf(c)
    const body = parseRequest(sessionSchema, await readJson(c))
    const { provider, paymentMethod = 'card', partnerUserId, paymentCurrency, quoteId } = body
    const [wallet] = body.destinationWallets
    const purchaseCurrency = wallet?.assets[0]
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
    countRequest(c, 'request')
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
