import { type Network, readWith } from '@wallet-modal/kernel'
import { type Fields, fieldsOf, invalidField, readDecimal, textOf } from '@wallet-modal/kernel/assets'
import type { OnRampCurrency, OnRampLimit, OnRampMoney, OnRampOptions, OnRampQuote, OnRampToken } from './contract.js'

const MAX_ENTRIES = 2_000
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.slice(0, MAX_ENTRIES).map(fieldsOf) : []

/** HTTP statuses of refusals whose body contains a reason. */
export const REFUSALS: readonly number[] = [400, 404, 409, 429, 502]

/** Fields of a reply. For a refusal, throws a `TypeError` with the service's message, which is displayed to visitors. */
export function parseReply(value: unknown): Fields {
  const reply = fieldsOf(value)
  const [refusal] = listOf(reply.reasons)
  if (refusal) throw new TypeError(textOf(refusal.description))
  return reply
}

const isCurrency = (id: string): boolean => /^[A-Z]{3}$/.test(id)

const toMoney = (value: unknown, currency: string): OnRampMoney | undefined => {
  const decimal = readDecimal(value)
  return decimal && decimal.decimals <= 36 ? { ...decimal, currency } : undefined
}

/** Limits that apply in USD and EUR if the service returns none. */
const fallbackLimits = (currency: string): readonly OnRampLimit[] =>
  (
    [
      ['card', 7_500n],
      ['ach_bank_account', 25_000n],
    ] as const
  ).map(([paymentMethod, max]) => ({
    paymentMethod,
    min: { currency, amount: 10n, decimals: 0 },
    max: { currency, amount: max, decimals: 0 },
  }))
const fallbackCurrencies: readonly string[] = ['USD', 'EUR']

function limitsOf(currency: string, value: unknown): readonly OnRampLimit[] {
  const limits = listOf(value).flatMap(({ id, min, max }): readonly OnRampLimit[] => {
    const [paymentMethod, minMoney, maxMoney] = [textOf(id), toMoney(min, currency), toMoney(max, currency)]
    return paymentMethod !== '' && minMoney && maxMoney ? [{ paymentMethod, min: minMoney, max: maxMoney }] : []
  })
  return limits.length === 0 && fallbackCurrencies.includes(currency) ? fallbackLimits(currency) : limits
}

function currenciesOf(value: unknown): readonly OnRampCurrency[] {
  const currencies = listOf(value).flatMap((one): readonly OnRampCurrency[] => {
    const id = textOf(one.id).toUpperCase()
    const limits = isCurrency(id) ? limitsOf(id, one.payment_method_limits ?? one.limits) : []
    return limits.length > 0 ? [{ id, limits }] : []
  })
  return currencies.length > 0 ? currencies : fallbackCurrencies.map((id) => ({ id, limits: fallbackLimits(id) }))
}

const isNetwork = ({ chain_id, name }: Fields, { caipNetworkId, namespace, reference }: Network): boolean => {
  if (namespace === 'solana') return chain_id === reference || (name === 'solana' && caipNetworkId === SOLANA)
  return namespace === 'eip155' && String(chain_id) === reference
}

const tokensOf = (value: unknown, network: Network): readonly OnRampToken[] =>
  listOf(value).flatMap((one): readonly OnRampToken[] => {
    const networkEntry = listOf(one.networks).find((entry) => isNetwork(entry, network))
    const [id, symbol, icon] = [textOf(one.id), textOf(one.symbol), one.icon_url]
    if (!networkEntry || id === '' || symbol === '') return []
    const hasIcon = typeof icon === 'string' && /^(https?:\/\/|data:image\/)/.test(icon)
    const token = { id, symbol, name: textOf(one.name) || symbol, network: textOf(networkEntry.name) }
    return [{ ...token, ...(hasIcon && { iconUrl: icon }) }]
  })

export const optionsReply = (network: Network) =>
  readWith((value): OnRampOptions => {
    const { paymentCurrencies, purchaseCurrencies } = parseReply(value)
    if (!Array.isArray(purchaseCurrencies)) return invalidField('"purchaseCurrencies"')
    return { currencies: currenciesOf(paymentCurrencies), tokens: tokensOf(purchaseCurrencies, network) }
  })

const moneyOf = (value: unknown, name: string): OnRampMoney => {
  const { amount, value: alternativeAmount, currency } = fieldsOf(value)
  return toMoney(amount ?? alternativeAmount, textOf(currency)) ?? invalidField(`"${name}"`)
}

/** Parses a quote. Throws for a quote in another currency or for another token, and for an amount of 0. */
export const quoteReply = (token: OnRampToken, payment: OnRampMoney) =>
  readWith((value): OnRampQuote => {
    const reply = parseReply(value)
    const total = moneyOf(reply.paymentTotal, 'paymentTotal')
    const purchase = moneyOf(reply.purchaseAmount, 'purchaseAmount')
    if (total.currency !== payment.currency || total.amount === 0n) invalidField('"paymentTotal"')
    const isToken = [token.id, token.symbol].some((one) => one.toLowerCase() === purchase.currency.toLowerCase())
    if (!isToken || purchase.amount === 0n) invalidField('"purchaseAmount"')
    const { networkFee, coinbaseFee, providerFee } = reply
    const fee = providerFee ?? coinbaseFee
    return {
      ...{ id: textOf(reply.quoteId) || invalidField('"quoteId"'), total, purchase },
      subtotal: moneyOf(reply.paymentSubtotal, 'paymentSubtotal'),
      ...(networkFee !== undefined && { networkFee: moneyOf(networkFee, 'networkFee') }),
      ...(fee !== undefined && { providerFee: moneyOf(fee, 'providerFee') }),
    }
  })
