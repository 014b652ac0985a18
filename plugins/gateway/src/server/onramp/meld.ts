import { isSameAddress } from '@wallet-modal/kernel/assets'
import * as v from 'valibot'
import { invalid, RequestError } from '../http.js'
import type { Store } from '../store.js'
import { askProvider, type ProviderApi } from './ask-provider.js'
import { cached } from './cached.js'
import { checkUrl } from './checkout-url.js'
import { compareDecimals, decimal, subtractDecimal } from './decimals.js'
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

export interface MeldOnRampOptions {
  readonly apiKey: string
  /** Store of quotes and orders. */
  readonly store: Store
  /** ISO 3166-1 country of visitors whose country is unknown. Default: `US`. */
  readonly country?: string
  /** Subdivision part of the ISO 3166-2 code, such as `NY`. Used for visitors of `country` whose region is unknown. */
  readonly region?: string
  /** Meld's service providers, such as `TRANSAK`. Default: all that the Meld account can use. */
  readonly sellers?: readonly string[]
  /** URL that the checkout opens when it is finished. Default: none; the site's page stays open. */
  readonly redirectUrl?: string
  /** Base URL of the API. Default: `https://api.meld.io`. Meld's own test environment is `https://api-sb.meld.io`. */
  readonly apiUrl?: string
  /**
   * Time in which a buyer whose payment was declined may pay again in the same checkout, in milliseconds. The purchase counts as failed only after
   * this time. Default: 10 minutes.
   */
  readonly retryMs?: number
  readonly fetch?: typeof fetch
}

/** Version of the API. */
const VERSION = '2025-03-04'
/** Origins of the checkout pages. Other checkout URLs are refused. */
const CHECKOUT_ORIGINS = ['https://meldcrypto.com', 'https://*.meld.io']
/** Cache lifetime of the currencies and tokens of a country. */
const OPTIONS_MS = 600_000
/** Time for which the seller of a quote is stored. */
const QUOTE_MS = 600_000

/** Payment methods: the id that sites send to the gateway, and Meld's id. */
const methods = [
  ['card', 'CREDIT_DEBIT_CARD'],
  ['ach_bank_account', 'ACH'],
] as const

/** Fields that the buyer cannot change in the seller's widget. */
const lockFields = [
  ...['walletAddress', 'destinationCurrencyCode', 'cryptoCurrency'],
  ...['sourceAmount', 'sourceCurrencyCode', 'paymentMethodType'],
]

const text = v.pipe(v.string(), v.maxLength(200))
const tokensSchema = v.array(
  v.object({
    ...{ currencyCode: text, name: v.nullish(text), chainCode: v.nullish(text), chainName: v.nullish(text) },
    ...{ chainId: v.nullish(text), contractAddress: v.nullish(text), symbolImageUrl: v.nullish(v.string()) },
  }),
)
const limitsSchema = v.array(v.object({ currencyCode: text, minimumAmount: decimal, maximumAmount: decimal }))
const offerSchema = v.object({
  ...{ serviceProvider: text, sourceAmount: decimal, sourceCurrencyCode: text },
  ...{ destinationAmount: decimal, destinationCurrencyCode: text },
  ...{ totalFee: v.nullish(decimal), networkFee: v.nullish(decimal), sourceAmountWithoutFees: v.nullish(decimal) },
})
const quotesSchema = v.object({ quotes: v.nullish(v.array(v.unknown())) })
const sessionSchema = v.object({ widgetUrl: v.pipe(v.string(), v.maxLength(4_000)) })
const paymentSchema = v.object({
  ...{ status: text, externalSessionId: v.nullish(text), destinationAmount: v.nullish(decimal) },
  cryptoDetails: v.nullish(v.object({ walletAddress: v.nullish(text), blockchainTransactionId: v.nullish(text) })),
})
const paymentsSchema = v.union([v.object({ transactions: v.array(paymentSchema) }), v.array(paymentSchema)])
/** Seller of a quote. `terms`: payment for which the quote was requested. */
const storedQuoteSchema = v.object({ seller: text, terms: v.string() })

type Offer = v.InferOutput<typeof offerSchema>

/** On-ramp through Meld, which returns offers of several sellers. Uses the offer with the most tokens. */
export function meldOnRamp(options: MeldOnRampOptions): OnRampSource {
  const { store, country = 'US', region, redirectUrl, apiUrl = 'https://api.meld.io' } = options
  const api: ProviderApi = {
    name: 'Meld',
    fetch: options.fetch ?? fetch,
    headers: async () => ({ authorization: `BASIC ${options.apiKey}`, 'meld-version': VERSION }),
  }
  const payment = (order: OnRampOrder) => readPayment(api, apiUrl, order)
  const orders = onRampOrders({ store, provider: 'meld', retryMs: options.retryMs, payment })
  const countryOf = (visitor: OnRampVisitor): string => visitor.country ?? country
  const loadOptions = cached(OPTIONS_MS, (countryCode) => readOptions(api, apiUrl, countryCode))
  const fetchBestOffer = async (request: OnRampQuoteRequest): Promise<Offer> => {
    const countryCode = countryOf(request.visitor)
    const subdivision = request.visitor.region ?? (countryCode === country ? region : undefined)
    const body = {
      ...{ countryCode, ...(subdivision && { subdivision }), ...paymentFieldsOf(request) },
      ...(options.sellers && { serviceProviders: options.sellers }),
    }
    const url = new URL(`${apiUrl}/payments/crypto/quote`)
    return findBestOffer((await askProvider(api, { url, body, schema: quotesSchema })).quotes ?? [], request)
  }
  const sellerOf = async (quoteId: string | undefined, request: OnRampQuoteRequest): Promise<string> => {
    const stored = v.safeParse(storedQuoteSchema, quoteId && (await store.get(`onramp:quote:meld:${quoteId}`)))
    if (stored.success && stored.output.terms === termsOf(request)) return stored.output.seller
    return (await fetchBestOffer(request)).serviceProvider
  }
  return {
    provider: 'meld',
    options: (_, visitor) => loadOptions(countryOf(visitor)),
    async quote(request) {
      const offer = await fetchBestOffer(request)
      const id = crypto.randomUUID()
      const stored = { seller: offer.serviceProvider, terms: termsOf(request) }
      await store.set(`onramp:quote:meld:${id}`, stored, { lifetimeMs: QUOTE_MS })
      return toQuote(id, offer)
    },
    async session({ partnerUserId, address, quoteId, ...request }) {
      const countryCode = countryOf(request.visitor)
      const { currency, caipNetworkId } = findToken((await loadOptions(countryCode)).purchaseCurrencies, request)
      checkAddress(address, caipNetworkId)
      const serviceProvider = await sellerOf(quoteId, request)
      await orders.reserve(partnerUserId)
      const sessionData = {
        ...{ serviceProvider, countryCode, ...paymentFieldsOf(request), walletAddress: address, lockFields },
        ...(redirectUrl !== undefined && { redirectUrl }),
      }
      const body = { sessionType: 'BUY', externalSessionId: partnerUserId, sessionData }
      const url = new URL(`${apiUrl}/crypto/session/widget`)
      const { widgetUrl } = await askProvider(api, { url, body, schema: sessionSchema })
      const checkout = checkUrl('Meld', widgetUrl, CHECKOUT_ORIGINS)
      const { name, symbol, iconUrl } = currency
      await orders.add({
        ...{ id: partnerUserId, caipNetworkId, address },
        token: { name, symbol, ...(iconUrl && { iconUrl }) },
      })
      return checkout
    },
    purchase: orders.purchase,
  }
}

const paymentFieldsOf = (request: OnRampQuoteRequest) => ({
  ...{ sourceCurrencyCode: request.paymentCurrency, sourceAmount: request.amount },
  ...{ destinationCurrencyCode: request.purchaseCurrency, paymentMethodType: methodOf(request) },
})

const termsOf = (request: OnRampQuoteRequest): string => JSON.stringify([paymentFieldsOf(request), request.network])

function methodOf({ paymentMethod }: OnRampQuoteRequest): string {
  const method = methods.find(([id]) => id === paymentMethod)
  if (!method) throw invalid(`Meld does not accept payment by "${paymentMethod.slice(0, 40)}" here.`)
  return method[1]
}

/** Offer with the most tokens. Ignores invalid offers, so that one seller's error does not affect the offers of other sellers. */
function findBestOffer(
  quotes: readonly unknown[],
  { purchaseCurrency, paymentCurrency, amount }: OnRampQuoteRequest,
): Offer {
  const offers = quotes.flatMap((one): readonly Offer[] => {
    const { success, output } = v.safeParse(offerSchema, one)
    if (!success) return []
    const matchesRequest =
      output.destinationCurrencyCode === purchaseCurrency && output.sourceCurrencyCode === paymentCurrency
    return matchesRequest && compareDecimals(output.sourceAmount, amount) === 0n ? [output] : []
  })
  const [first, ...rest] = offers
  if (first)
    return rest.reduce((a, b) => (compareDecimals(b.destinationAmount, a.destinationAmount) > 0n ? b : a), first)
  if (quotes.length > 0) throw new RequestError('SOURCE_FAILED', 'Meld returned an invalid reply.')
  throw invalid('No provider at Meld sells this token for this amount.')
}

function toQuote(id: string, offer: Offer): OnRampQuote {
  const { sourceAmount, sourceCurrencyCode: currency, totalFee, networkFee, sourceAmountWithoutFees } = offer
  const fee = totalFee ?? (sourceAmountWithoutFees ? subtractDecimal(sourceAmount, sourceAmountWithoutFees) : '0')
  const money = (amount: string) => ({ amount, currency })
  return {
    ...{
      id,
      total: money(sourceAmount),
      subtotal: money(sourceAmountWithoutFees ?? subtractDecimal(sourceAmount, fee)),
    },
    purchase: { amount: offer.destinationAmount, currency: offer.destinationCurrencyCode },
    ...{ networkFee: money(networkFee ?? '0'), providerFee: money(subtractDecimal(fee, networkFee ?? '0')) },
  }
}

async function readOptions(api: ProviderApi, apiUrl: string, country: string) {
  const query = { categories: 'CRYPTO_ONRAMP', accountFilter: 'true', countries: country }
  const ask = <S extends v.GenericSchema>(path: string, parameters: Readonly<Record<string, string>>, schema: S) =>
    askProvider(api, { url: new URL(`${apiUrl}${path}?${new URLSearchParams({ ...query, ...parameters })}`), schema })
  const [tokens, ...limits] = await Promise.all([
    ask('/service-providers/properties/crypto-currencies', {}, tokensSchema),
    ...methods.map(([, paymentMethodTypes]) =>
      ask('/service-providers/limits/fiat-currency-purchases', { paymentMethodTypes }, limitsSchema),
    ),
  ])
  return { paymentCurrencies: toCurrencies(limits), purchaseCurrencies: tokens.map(toPurchaseCurrency) }
}

/** Groups limits by currency. `lists`: the limits of each payment method, in the order of `methods`. */
function toCurrencies(lists: readonly v.InferOutput<typeof limitsSchema>[]): readonly OnRampPaymentCurrency[] {
  const all = lists.flatMap((list, at) => list.map((one) => ({ ...one, id: methods[at]?.[0] ?? '' })))
  const codes = [...new Set(all.map(({ currencyCode }) => currencyCode))]
  return codes.map((code) => ({
    id: code,
    limits: all
      .filter(({ currencyCode }) => currencyCode === code)
      .map(({ id, minimumAmount: min, maximumAmount: max }) => ({ id, min, max })),
  }))
}

/** Meld lists a token separately for each chain: `USDC`, `USDC_BASE`. */
function toPurchaseCurrency(token: v.InferOutput<typeof tokensSchema>[number]): OnRampPurchaseCurrency {
  const { currencyCode: id, name, chainCode, chainName, chainId, contractAddress, symbolImageUrl } = token
  const [symbol = id] = id.split('_')
  const isSolana = /^sol(ana)?$/i.test(chainCode ?? '')
  const network = { name: isSolana ? 'solana' : (chainCode ?? '').toLowerCase(), displayName: chainName ?? '' }
  return {
    ...{ id, name: name ?? symbol, symbol, ...(symbolImageUrl && { iconUrl: symbolImageUrl }) },
    networks: [{ ...network, chainId: chainId ?? '', ...(contractAddress && { contractAddress }) }],
  }
}

function findToken(tokens: readonly OnRampPurchaseCurrency[], { purchaseCurrency, network }: OnRampQuoteRequest) {
  const currency = tokens.find(({ id }) => id === purchaseCurrency)
  const tokenNetwork = currency?.networks.find(({ name }) => name === network)
  const caipNetworkId = tokenNetwork && toCaipNetworkId(tokenNetwork.name, tokenNetwork.chainId)
  if (!currency || caipNetworkId === undefined) throw invalid('Meld does not sell this token on this network here.')
  return { currency, caipNetworkId }
}

/** Payment status by Meld's status. Statuses that are not listed count as pending, also `ERROR`, because Meld retries such payments. */
const statuses: Readonly<Record<string, OnRampPayment['status']>> = {
  ...{ PENDING_CREATED: 'unpaid', TWO_FA_REQUIRED: 'unpaid', SETTLED: 'confirmed' },
  ...{ FAILED: 'failed', DECLINED: 'failed', CANCELLED: 'failed', REFUNDED: 'failed', VOIDED: 'failed' },
  AUTHORIZATION_EXPIRED: 'failed',
}

/** Payment of an order. Ignores payments of other sessions or to other addresses. {@link mostAdvanced} chooses one of several payments. */
async function readPayment(api: ProviderApi, apiUrl: string, { id, address }: OnRampOrder): Promise<OnRampPayment> {
  const url = new URL(`${apiUrl}/payments/transactions?externalSessionIds=${encodeURIComponent(id)}`)
  const reply = await askProvider(api, { url, schema: paymentsSchema })
  const payments = (Array.isArray(reply) ? reply : reply.transactions).filter(
    ({ externalSessionId, cryptoDetails }) => {
      const { walletAddress } = cryptoDetails ?? {}
      return externalSessionId === id && (!walletAddress || isSameAddress(walletAddress, address))
    },
  )
  return mostAdvanced(payments.map(toPayment))
}

function toPayment({ status, cryptoDetails, destinationAmount }: v.InferOutput<typeof paymentSchema>): OnRampPayment {
  const { blockchainTransactionId: hash } = cryptoDetails ?? {}
  return {
    ...{ status: statuses[status] ?? 'pending', ...(hash && { hash }) },
    ...(destinationAmount && { amount: destinationAmount }),
  }
}
