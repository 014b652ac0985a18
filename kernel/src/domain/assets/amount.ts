import { fail, quote } from '../../errors/errors.js'

const decimalText = /^(\d+)(?:\.(\d*))?$|^\.(\d+)$/

function checkDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36) {
    fail('INVALID_AMOUNT', `Decimals must be a whole number from 0 to 36, not ${quote(decimals)}.`)
  }
}

/**
 * Reads a typed amount as base units. ASCII digits with at most one dot; no sign, exponent, separator or space.
 * More fraction digits than `decimals` are an error: an amount is never rounded. Throws `INVALID_AMOUNT`.
 */
export function parseAmount(text: string, decimals: number): bigint {
  checkDecimals(decimals)
  const found = typeof text === 'string' && text.length <= 128 ? decimalText.exec(text) : null
  const [, whole = '0', tail, bare] = found ?? []
  const fraction = tail ?? bare ?? ''
  if (!found || fraction.length > decimals) fail('INVALID_AMOUNT', 'Please enter a valid amount')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** A power of ten that fits into 64 bits. */
const PART = 1_000_000_000_000_000_000n

/** Writes base units as a plain decimal, exact and without trailing zeros: `formatAmount(1500000n, 6)` is `1.5`. */
export function formatAmount(base: bigint, decimals: number): string {
  checkDecimals(decimals)
  if (typeof base !== 'bigint') fail('INVALID_AMOUNT', `An amount in base units must be a bigint, not ${typeof base}.`)
  const sign = base < 0 ? '-' : ''
  let rest = sign ? -base : base
  let digits = ''
  // in parts: Chromium writes what has more than 64 bits forty times slower than what has fewer
  for (; rest >= PART; rest /= PART) digits = String(rest % PART).padStart(18, '0') + digits
  digits = (rest + digits).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return join(sign + digits.slice(0, point), digits.slice(point))
}

/**
 * For display only: cuts (never rounds up) to at most `places` fraction digits. Dust shows as `<0.001`, so that it is not mistaken for
 * nothing. Throws `INVALID_AMOUNT`.
 */
export const displayAmount = (base: bigint, decimals: number, places = 3): string =>
  cutAmount(formatAmount(base, decimals), places)

/** What {@link displayAmount} makes of an amount that is written already. */
export function cutAmount(exact: string, places: number): string {
  checkDecimals(places)
  const [whole = '', fraction = ''] = exact.split('.')
  const cut = join(whole, fraction.slice(0, places))
  return fraction && !Number(cut) ? cut.replace('0', places ? `<0.${'1'.padStart(places, '0')}` : '<1') : cut
}

const join = (whole: string, fraction: string): string => `${whole}.${fraction}`.replace(/\.?0*$/, '')
