import { fail, quote } from '../errors.js'

const MAX_DECIMALS = 36
const decimalText = /^(\d+)(?:\.(\d*))?$|^\.(\d+)$/

function checkDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS) {
    fail('INVALID_AMOUNT', `Decimals must be a whole number from 0 to ${MAX_DECIMALS}, not ${quote(decimals)}.`)
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

/** Writes base units as a plain decimal, exact and without trailing zeros: `formatAmount(1500000n, 6)` is `1.5`. */
export function formatAmount(base: bigint, decimals: number): string {
  checkDecimals(decimals)
  if (typeof base !== 'bigint') fail('INVALID_AMOUNT', `Base units must be a bigint, not ${typeof base}.`)
  const digits = (base < 0n ? -base : base).toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  let end = digits.length
  while (end > point && digits[end - 1] === '0') end--
  return `${base < 0n ? '-' : ''}${digits.slice(0, point)}${end > point ? `.${digits.slice(point, end)}` : ''}`
}

/**
 * For display only: cuts (never rounds up) to at most `places` fraction digits. Dust shows as `<0.001`, so that it is not mistaken for
 * nothing. Throws `INVALID_AMOUNT`.
 */
export function displayAmount(base: bigint, decimals: number, places = 3): string {
  checkDecimals(places)
  const exact = formatAmount(base, decimals)
  if (base < 0n) return `-${displayAmount(-base, decimals, places)}`
  const [whole = '0', fraction = ''] = exact.split('.')
  const cut = fraction.slice(0, places).replace(/0+$/, '')
  if (whole === '0' && !cut && base > 0n) return places ? `<0.${'1'.padStart(places, '0')}` : '<1'
  return cut ? `${whole}.${cut}` : whole
}
