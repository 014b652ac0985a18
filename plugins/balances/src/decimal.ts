/** No amount or price has more digits than this. */
const MAX_DIGITS = 128
const pattern = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i

/**
 * A decimal number as an integer with `decimals` decimals, exact: no floating point takes part. `isCut` gives up further digits; without it
 * they make it unreadable. `undefined` for whatever is no number of 0 or more, such as NaN, Infinity and `-1`.
 */
export function readDecimal(value: unknown, decimals: number, isCut = false): bigint | undefined {
  // JSON numbers are written back as their shortest decimal text, which is what the service wrote
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > MAX_DIGITS) return undefined
  const [, whole, fraction = '', exponent = '0'] = pattern.exec(text) ?? []
  if (whole === undefined) return undefined
  const digits = whole + fraction
  const shift = decimals + Number(exponent) - fraction.length
  if (shift > MAX_DIGITS) return /^0*$/.test(digits) ? 0n : undefined
  if (shift >= 0) return BigInt(digits + '0'.repeat(shift))
  const kept = digits.slice(0, shift)
  return isCut || /^0*$/.test(digits.slice(shift)) ? BigInt(kept || '0') : undefined
}
