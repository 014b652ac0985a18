/** Exact non-negative decimal: `amount` in units of 10^-`decimals`. `decimals` is the number of fraction digits without trailing zeros. */
export interface Decimal {
  readonly amount: bigint
  readonly decimals: number
}

/** Maximum length of the text, and maximum number of zeros that the exponent adds. */
const MAX_DIGITS = 128
const pattern = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i

/**
 * Parses a decimal from a text or a JSON number, without floating-point arithmetic. `undefined` for other values: NaN, Infinity, `-1`, `1,5`, digits
 * of other scripts.
 */
export function readDecimal(value: unknown): Decimal | undefined {
  // for a JSON number of up to 15 digits, `String` returns the original digits
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > MAX_DIGITS) return undefined
  const [, whole, fraction = '', exponent = '0'] = pattern.exec(text) ?? []
  if (whole === undefined) return undefined
  const digits = (whole + fraction).replace(/0+$/, '')
  if (/^0*$/.test(digits)) return { amount: 0n, decimals: 0 }
  const shift = Number.parseInt(exponent, 10) + whole.length - digits.length
  if (shift < 0) return { amount: BigInt(digits), decimals: -shift }
  return shift > MAX_DIGITS ? undefined : { amount: BigInt(digits + '0'.repeat(shift)), decimals: 0 }
}

/**
 * Converts a decimal to an integer in units of 10^-`decimals`. Returns `undefined` if the decimal has more than `decimals` fraction digits. With
 * `truncate`, removes the additional digits instead.
 */
export function toBaseUnits(
  number: Decimal | undefined,
  decimals: number,
  { truncate = false }: { readonly truncate?: boolean } = {},
): bigint | undefined {
  if (!number) return undefined
  const shift = decimals - number.decimals
  if (shift >= 0) return number.amount * 10n ** BigInt(shift)
  return truncate ? number.amount / 10n ** BigInt(-shift) : undefined
}
