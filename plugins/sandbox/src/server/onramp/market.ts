import { invalid, type OnRampQuote, type OnRampQuoteRequest, type Store } from '@wallet-modal/gateway/server'
import { formatUnits } from 'viem'
import { type Engine, isServing, PRICE_DECIMALS } from '../engines/engine.js'
import type { TokenMetadata } from '../engines/token-metadata.js'
import { pricesOf } from '../services/prices.js'

/** Decimals of an amount in a payment currency. */
export const CURRENCY_DECIMALS = 2
const BASIS_POINTS = 10_000n
/** Maximum number of decimals of a token amount in a quote. */
const TOKEN_PLACES = 8

/** Value of one unit of each currency, in US cents. */
const rates: ReadonlyMap<string, bigint> = new Map([
  ['USD', 100n],
  ['EUR', 108n],
])
export const currencies: readonly string[] = [...rates.keys()]

interface PaymentMethod {
  readonly id: string
  /** In cents: 1/100 of the payment currency's unit. */
  readonly min: bigint
  /** In cents. */
  readonly max: bigint
  readonly feeBps: bigint
}

export const paymentMethods: readonly PaymentMethod[] = [
  { id: 'card', min: 10_00n, max: 7_500_00n, feeBps: 200n },
  { id: 'ach_bank_account', min: 10_00n, max: 25_000_00n, feeBps: 100n },
]

/** Network fee of the provider, in cents. */
const NETWORK_FEE = 25n

/** Token for sale on a chain. */
export interface TokenForSale extends Omit<TokenMetadata, 'address'> {
  readonly engine: Engine
  /** `undefined` is the native coin. */
  readonly address: string | undefined
}

/** Native coin and market tokens of each running or startable chain that supports `deliver`. */
export async function tokensForSale(engines: readonly Engine[]): Promise<readonly TokenForSale[]> {
  const selling = engines.filter((engine) => engine.deliver && isServing(engine))
  const lists = selling.map(async (engine): Promise<readonly TokenForSale[]> => {
    const tokens = (engine.market && (await engine.assets?.metadata(engine.market.tokens))) ?? []
    const coin = { ...engine.network.nativeCurrency, engine, address: undefined }
    return [coin, ...tokens.flatMap((token) => (token ? [{ ...token, engine }] : []))]
  })
  return (await Promise.all(lists)).flat()
}

/** Name of a chain in the API of the simulated on-ramp providers, such as `sandbox-two`. */
export const networkName = ({ network }: Engine): string => network.name.toLowerCase().replaceAll(' ', '-')

/** A quote, with the delivered amount in base units. */
export interface QuotedPurchase {
  readonly quote: OnRampQuote
  readonly token: TokenForSale
  readonly amountBase: bigint
}

/** Computes the quote for a payment: subtracts the fees and converts the remaining amount at the asset's price. Throws `INVALID_REQUEST`. */
export async function createQuote(
  engines: readonly Engine[],
  store: Store,
  request: OnRampQuoteRequest,
): Promise<QuotedPurchase> {
  const { purchaseCurrency, paymentCurrency, network } = request
  const tokens = await tokensForSale(engines)
  const token = tokens.find((one) => networkName(one.engine) === network && one.symbol === purchaseCurrency)
  if (!token) throw invalid(`"${purchaseCurrency}" is not sold on "${network}".`)
  const rate = rates.get(paymentCurrency)
  if (rate === undefined) throw invalid(`Payments in "${paymentCurrency}" are not supported.`)
  const { cents, method } = readPayment(request)
  const providerFee = (cents * method.feeBps + BASIS_POINTS - 1n) / BASIS_POINTS
  const subtotal = cents - providerFee - NETWORK_FEE
  const [price] = await pricesOf(token.engine, store, [token.address])
  if (price === undefined)
    throw invalid(`"${purchaseCurrency}" has no price on "${network}". Set one with /sandbox/price.`)
  // in US dollars with PRICE_DECIMALS decimals; the divisor is 100 cents per unit of the currency × 100 US cents per dollar
  const usdValue = (subtotal * rate * 10n ** BigInt(PRICE_DECIMALS)) / 10_000n
  const amountBase = roundDown((usdValue * 10n ** BigInt(token.decimals)) / price, token.decimals)
  const money = (value: bigint) => ({ amount: formatUnits(value, CURRENCY_DECIMALS), currency: paymentCurrency })
  const purchase = { amount: formatUnits(amountBase, token.decimals), currency: token.symbol }
  const fees = { networkFee: money(NETWORK_FEE), providerFee: money(providerFee) }
  const quote = { id: crypto.randomUUID(), total: money(cents), subtotal: money(subtotal), purchase, ...fees }
  return { quote, token, amountBase }
}

function readPayment({ amount, paymentMethod }: OnRampQuoteRequest) {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  if (whole === undefined)
    throw invalid(
      'The amount must be a decimal number such as 12.50, with at most 9 digits before the point and 2 after it.',
    )
  const cents = BigInt(whole + fraction.padEnd(CURRENCY_DECIMALS, '0'))
  const method = paymentMethods.find(({ id }) => id === paymentMethod)
  if (!method) throw invalid(`"${paymentMethod.slice(0, 40)}" is not a supported payment method.`)
  if (cents < method.min) throw invalid(`The minimum is ${formatUnits(method.min, CURRENCY_DECIMALS)}.`)
  if (cents > method.max) throw invalid(`The maximum is ${formatUnits(method.max, CURRENCY_DECIMALS)}.`)
  return { cents, method }
}

function roundDown(amountBase: bigint, decimals: number): bigint {
  const unit = 10n ** BigInt(Math.max(0, decimals - TOKEN_PLACES))
  return (amountBase / unit) * unit
}
