import { fail, quote } from '../../errors/errors.js'

const decimalText = /^(\d+)(?:\.(\d*))?$|^\.(\d+)$/

function checkDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36) {
    fail('INVALID_AMOUNT', `Decimals must be a whole number from 0 to 36, not ${quote(decimals)}.`)
  }
}

/**
 * Parses a decimal amount into base units. Accepts ASCII digits with at most one dot; no sign, exponent, separator or space. More fraction digits
 * than `decimals` are an error: amounts are never rounded. Throws `INVALID_AMOUNT`.
 */
export function parseAmount(text: string, decimals: number): bigint {
  checkDecimals(decimals)
  const match = typeof text === 'string' && text.length <= 128 ? decimalText.exec(text) : null
  const [, whole = '0', tail, bare] = match ?? []
  const fraction = tail ?? bare ?? ''
  if (!match || fraction.length > decimals) fail('INVALID_AMOUNT', 'Please enter a valid amount')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** Largest power of ten that fits into a signed 64-bit integer. */
const CHUNK = 1_000_000_000_000_000_000n

/** Formats base units as an exact decimal without trailing zeros: `formatAmount(1500000n, 6)` is `1.5`. Throws `INVALID_AMOUNT`. */
export function formatAmount(base: bigint, decimals: number): string {
  checkDecimals(decimals)
  if (typeof base !== 'bigint') fail('INVALID_AMOUNT', `An amount in base units must be a bigint, not ${typeof base}.`)
  const sign = base < 0 ? '-' : ''
  let remaining = sign ? -base : base
  let digits = ''
  // in chunks: Chromium formats bigints above 64 bits forty times slower
  for (; remaining >= CHUNK; remaining /= CHUNK) digits = String(remaining % CHUNK).padStart(18, '0') + digits
  digits = (remaining + digits).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return join(sign + digits.slice(0, point), digits.slice(point))
}

/**
 * For display only: truncates (never rounds up) to at most `places` fraction digits. An amount that would be truncated to 0 is displayed as `<0.001`
 * (with 3 places), so that it is not mistaken for zero. Throws `INVALID_AMOUNT`.
 */
export const displayAmount = (base: bigint, decimals: number, places = 3): string =>
  cutAmount(formatAmount(base, decimals), places)

/** Truncates a formatted amount as {@link displayAmount} does. Throws `INVALID_AMOUNT` for invalid `places`. */
export function cutAmount(exact: string, places: number): string {
  checkDecimals(places)
  const [whole = '', fraction = ''] = exact.split('.')
  const cut = join(whole, fraction.slice(0, places))
  return fraction && !Number(cut) ? cut.replace('0', places ? `<0.${'1'.padStart(places, '0')}` : '<1') : cut
}

const join = (whole: string, fraction: string): string => `${whole}.${fraction}`.replace(/\.?0*$/, '')
