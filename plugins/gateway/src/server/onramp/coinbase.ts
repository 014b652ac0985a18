import { isSameAddress } from '@wallet-modal/kernel/assets'
import * as v from 'valibot'
import { invalid } from '../http.js'
import type { Store } from '../store.js'
import { askProvider, type ProviderApi } from './ask-provider.js'
import { cached } from './cached.js'
import { checkUrl } from './checkout-url.js'
import { type CoinbaseKey, coinbaseTokens } from './coinbase-token.js'
import { decimal } from './decimals.js'
import {
  checkAddress,
  mostAdvanced,
  type OnRampOrder,
  type OnRampPayment,
  onRampOrders,
  toCaipNetworkId,
} from './orders.js'
import type {
  OnRampPaymentCurrency,
  OnRampPurchaseCurrency,
  OnRampQuote,
  OnRampQuoteRequest,
  OnRampSource,
  OnRampVisitor,
} from './source.js'

export interface CoinbaseOnRampOptions {
  readonly key: CoinbaseKey
  /** Store of the orders. */
  readonly store: Store
  /** ISO 3166-1 country of visitors whose country is unknown. Default: `US`. */
  readonly country?: string
  /**
   * Subdivision part of the ISO 3166-2 code, such as `NY`. Coinbase requires a subdivision in the USA. Used for visitors in `country` whose region is
   * unknown.
   */
  readonly region?: string
  /** URL that the checkout opens when it is finished. Default: none; the site's page stays open. */
  readonly redirectUrl?: string
  /** Base URL of version 1 of the API. Default: `https://api.developer.coinbase.com/onramp`. */
  readonly apiUrl?: string
  /** Base URL of version 2 of the API. Default: `https://api.cdp.coinbase.com/platform`. */
  readonly platformUrl?: string
  /**
   * Time in which a buyer whose payment was declined may pay again in the same checkout, in milliseconds. The purchase counts as failed only after
   * this time. Default: 10 minutes.
   */
  readonly retryMs?: number
  readonly fetch?: typeof fetch
}

/** Origins of the checkout pages. Other checkout URLs are refused. */
const CHECKOUT_ORIGINS = ['https://pay.coinbase.com']
/** Time for which the options of a location are cached. */
const OPTIONS_MS = 600_000

/** Offered payment methods: the id in version 1 of the API, mapped to the id in version 2. */
const methods: ReadonlyMap<string, string> = new Map([
  ['CARD', 'CARD'],
  ['ACH_BANK_ACCOUNT', 'ACH'],
  ['APPLE_PAY', 'APPLE_PAY'],
  ['FIAT_WALLET', 'FIAT_WALLET'],
])

/** Converts keys to camel case: version 1 replies in snake case, but its documentation shows both. */
function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys)
  if (typeof value !== 'object' || value === null) return value
  const toCamelCase = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [toCamelCase(key), camelKeys(one)]))
}
const withCamelKeys = <S extends v.GenericSchema>(schema: S) => v.pipe(v.unknown(), v.transform(camelKeys), schema)

const text = v.pipe(v.string(), v.maxLength(200))
const money = v.pipe(
  v.object({ value: decimal, currency: text }),
  v.transform(({ value, currency }) => ({ amount: value, currency })),
)
const limit = v.object({ id: text, min: decimal, max: decimal })
const network = v.object({
  ...{ name: text, displayName: v.optional(text, ''), chainId: v.optional(text, '') },
  contractAddress: v.optional(text, ''),
})
const optionsSchema = withCamelKeys(
  v.object({
    paymentCurrencies: v.array(
      v.object({
        id: text,
        limits: v.optional(v.array(limit), []),
        paymentMethodLimits: v.optional(v.array(limit), []),
      }),
    ),
    purchaseCurrencies: v.array(
      v.object({
        ...{ id: text, name: v.optional(text, ''), symbol: text, iconUrl: v.optional(v.string(), '') },
        networks: v.optional(v.array(network), []),
      }),
    ),
  }),
)
const quoteSchema = withCamelKeys(
  v.object({
    ...{ paymentTotal: money, paymentSubtotal: money, purchaseAmount: money },
    ...{ coinbaseFee: money, networkFee: money, quoteId: text },
  }),
)
const sessionSchema = v.object({ session: v.object({ onrampUrl: v.pipe(v.string(), v.maxLength(4_000)) }) })
const paymentsSchema = withCamelKeys(
  v.object({
    transactions: v.array(
      v.object({
        ...{ status: text, walletAddress: text, txHash: v.nullish(text) },
        purchaseAmount: v.nullish(money),
      }),
    ),
  }),
)

/** Coinbase Onramp: options, quotes and payments with version 1 of its API, sessions with version 2. */
export function coinbaseOnRamp(options: CoinbaseOnRampOptions): OnRampSource {
  const { key, store, country = 'US', region, redirectUrl } = options
  const { apiUrl = 'https://api.developer.coinbase.com/onramp' } = options
  const { platformUrl = 'https://api.cdp.coinbase.com/platform' } = options
  const token = coinbaseTokens(key)
  const api: ProviderApi = {
    name: 'Coinbase',
    fetch: options.fetch ?? fetch,
    headers: async (method, url) => ({ authorization: `Bearer ${await token(method, url)}` }),
  }
  const payment = (order: OnRampOrder) => readPayment(api, apiUrl, order)
  const orders = onRampOrders({ store, provider: 'coinbase', retryMs: options.retryMs, payment })
  const locationOf = (visitor: OnRampVisitor) => {
    const visitorCountry = visitor.country ?? country
    const subdivision = visitor.region ?? (visitorCountry === country ? region : undefined)
    return { country: visitorCountry, ...(visitorCountry === 'US' && subdivision && { subdivision }) }
  }
  const loadOptions = cached(OPTIONS_MS, async (query) => {
    const url = new URL(`${apiUrl}/v1/buy/options?${query}`)
    return toOptions(await askProvider(api, { url, schema: optionsSchema }))
  })
  const optionsFor = (visitor: OnRampVisitor) => loadOptions(String(new URLSearchParams(locationOf(visitor))))
  return {
    provider: 'coinbase',
    options: (_, visitor) => optionsFor(visitor),
    async quote(request) {
      const body = quoteBody(request, locationOf(request.visitor))
      const url = new URL(`${apiUrl}/v1/buy/quote`)
      return toQuote(await askProvider(api, { url, body, schema: quoteSchema }), request)
    },
    async session({ partnerUserId, address, visitor, ...request }) {
      const ip = requiredIp(visitor)
      const { currency, caipNetworkId } = findToken((await optionsFor(visitor)).purchaseCurrencies, request)
      checkAddress(address, caipNetworkId)
      await orders.reserve(partnerUserId)
      const body = {
        ...{ purchaseCurrency: request.purchaseCurrency, destinationNetwork: request.network },
        ...{ destinationAddress: address, paymentAmount: request.amount, paymentCurrency: request.paymentCurrency },
        ...{ paymentMethod: methodOf(request, 2), ...locationOf(visitor), clientIp: ip, partnerUserRef: partnerUserId },
        ...(redirectUrl !== undefined && { redirectUrl }),
      }
      const url = new URL(`${platformUrl}/v2/onramp/sessions`)
      const { session } = await askProvider(api, { url, body, schema: sessionSchema })
      const checkout = checkUrl('Coinbase', session.onrampUrl, CHECKOUT_ORIGINS)
      const { name, symbol, iconUrl } = currency
      const token = { name, symbol, ...(iconUrl && { iconUrl }) }
      await orders.add({ id: partnerUserId, caipNetworkId, address, token })
      return checkout
    },
    purchase: orders.purchase,
  }
}

function requiredIp({ ip }: OnRampVisitor): string {
  if (ip !== undefined) return ip
  throw invalid('Coinbase requires your IP address, which this site’s server does not know.')
}

/** Id of a payment method in a version of the API. */
function methodOf({ paymentMethod }: Pick<OnRampQuoteRequest, 'paymentMethod'>, version: 1 | 2): string {
  const id = paymentMethod.toUpperCase()
  const idInVersion2 = methods.get(id)
  if (idInVersion2 === undefined)
    throw invalid(`Coinbase does not accept payment by "${paymentMethod.slice(0, 40)}" here.`)
  return version === 1 ? id : idInVersion2
}

type TokenChoice = Pick<OnRampQuoteRequest, 'purchaseCurrency' | 'network'>
type VisitorLocation = { readonly country: string; readonly subdivision?: string }

const quoteBody = (request: OnRampQuoteRequest, location: VisitorLocation) => ({
  ...{ purchaseCurrency: request.purchaseCurrency, purchaseNetwork: request.network },
  ...{ paymentAmount: request.amount, paymentCurrency: request.paymentCurrency },
  ...{ paymentMethod: methodOf(request, 1), ...location },
})

/** Rejects quotes in another currency: Coinbase responds in US dollars if it does not support a currency. */
function toQuote(reply: v.InferOutput<typeof quoteSchema>, { paymentCurrency }: OnRampQuoteRequest): OnRampQuote {
  const { quoteId: id, paymentTotal: total, paymentSubtotal: subtotal, purchaseAmount: purchase } = reply
  if (total.currency !== paymentCurrency) throw invalid(`Coinbase does not accept ${paymentCurrency} here.`)
  return { id, total, subtotal, purchase, networkFee: reply.networkFee, providerFee: reply.coinbaseFee }
}

function toOptions({ paymentCurrencies, purchaseCurrencies }: v.InferOutput<typeof optionsSchema>) {
  return {
    paymentCurrencies: paymentCurrencies.map(({ id, limits, paymentMethodLimits }): OnRampPaymentCurrency => {
      const known = [...limits, ...paymentMethodLimits].filter((one) => methods.has(one.id))
      return { id, limits: known.map((one) => ({ ...one, id: one.id.toLowerCase() })) }
    }),
    purchaseCurrencies: purchaseCurrencies.map((one): OnRampPurchaseCurrency => {
      const { id, name, symbol, iconUrl, networks } = one
      return { id, name: name || symbol, symbol, ...(iconUrl && { iconUrl }), networks: networks.map(toNetwork) }
    }),
  }
}

const toNetwork = ({ name, displayName, chainId, contractAddress }: v.InferOutput<typeof network>) => ({
  ...{ name, displayName: displayName || name, chainId },
  ...(contractAddress && { contractAddress }),
})

function findToken(tokens: readonly OnRampPurchaseCurrency[], { purchaseCurrency, network: name }: TokenChoice) {
  const currency = tokens.find(({ id }) => id === purchaseCurrency)
  const tokenNetwork = currency?.networks.find((one) => one.name === name)
  const caipNetworkId = tokenNetwork && toCaipNetworkId(tokenNetwork.name, tokenNetwork.chainId)
  if (!currency || caipNetworkId === undefined) throw invalid('Coinbase does not sell this token on this network here.')
  return { currency, caipNetworkId }
}

const statuses: Readonly<Record<string, OnRampPayment['status']>> = {
  ONRAMP_TRANSACTION_STATUS_CREATED: 'pending',
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'pending',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'confirmed',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
}

/** Payment of an order. Ignores payments to another address. */
async function readPayment(api: ProviderApi, apiUrl: string, { id, address }: OnRampOrder): Promise<OnRampPayment> {
  const url = new URL(`${apiUrl}/v1/buy/user/${encodeURIComponent(id)}/transactions?page_size=20`)
  const { transactions } = await askProvider(api, { url, schema: paymentsSchema })
  const payments = transactions
    .filter(({ walletAddress }) => isSameAddress(walletAddress, address))
    .map(({ status, txHash, purchaseAmount }): OnRampPayment => {
      const payment = { status: statuses[status] ?? 'pending', ...(txHash && { hash: txHash }) }
      return { ...payment, ...(purchaseAmount && { amount: purchaseAmount.amount }) }
    })
  return mostAdvanced(payments)
}
