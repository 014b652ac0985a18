import { formatAmount, groupDigits, toBaseUnits } from '@wallet-modal/kernel/assets'
import type { OnRampMoney } from './contract.js'

/** Plain decimal text, exact: `12.5`. */
export const formatMoney = ({ amount, decimals }: OnRampMoney): string => formatAmount(amount, decimals)

/** Decimals of a currency (ISO 4217) according to the browser: 2 for USD, 0 for JPY. */
export function currencyDecimals(currency: string): number {
  const { maximumFractionDigits = 2 } = currencyFormat(currency).resolvedOptions()
  return maximumFractionDigits
}

const currencyFormat = (currency: string): Intl.NumberFormat =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'symbol' })

/** Symbol of a currency: `$` for USD, `CA$` for CAD. Adds a no-break space to a symbol that ends with a letter, such as `SGD`. */
function symbolOf(currency: string): string {
  const parts = currencyFormat(currency).formatToParts(0)
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency
  return /[a-z]$/i.test(symbol) ? `${symbol}\u00a0` : symbol
}

const isFiat = (currency: string): boolean => Intl.supportedValuesOf('currency').includes(currency)

/**
 * Amount for display, in the same format in every language. An amount of fiat money is truncated to the currency's decimals: `$1,234.50`, or
 * `<$0.01` for less than one cent. An amount of a token is exact: `1,234.5 USDC`.
 */
export function displayMoney(money: OnRampMoney): string {
  const { currency, amount, decimals } = money
  if (!isFiat(currency)) return `${groupDigits(formatMoney(money))} ${currency}`
  const places = currencyDecimals(currency)
  const symbol = symbolOf(currency)
  const truncated = toBaseUnits({ amount, decimals }, places, { truncate: true }) ?? 0n
  if (truncated === 0n && amount > 0n) return `<${symbol}${formatAmount(1n, places)}`
  const [whole = '0', fraction = ''] = formatAmount(truncated, places).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${symbol}${grouped}${places === 0 ? '' : `.${fraction.padEnd(places, '0')}`}`
}

/** Isolates an amount as left-to-right text within a sentence of any direction. */
export const isolate = (text: string): string => `\u2066${text}\u2069`

/** Compares two amounts of the same currency: -1 if `a` is less than `b`, 0 if they are equal, otherwise 1. */
export function compareMoney(a: OnRampMoney, b: OnRampMoney): number {
  const decimals = Math.max(a.decimals, b.decimals)
  const [x, y] = [a, b].map(({ amount, decimals: own }) => amount * 10n ** BigInt(decimals - own))
  return x === y ? 0 : (x ?? 0n) < (y ?? 0n) ? -1 : 1
}
