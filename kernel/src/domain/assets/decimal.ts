/** An exact decimal number of 0 or more: `amount` counts units of 10^-`decimals`, and is no multiple of ten of them where there are any. */
export interface Decimal {
  readonly amount: bigint
  readonly decimals: number
}

/** No amount or price has more digits than this. */
const MAX_DIGITS = 128
const pattern = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i

/**
 * Reads a decimal number from text, or from a JSON number by its shortest writing, exactly: no step goes through a floating point number.
 * `undefined` for whatever is no number of 0 or more, such as NaN, Infinity, `-1`, `1,5` and digits of other scripts.
 */
export function readDecimal(given: unknown): Decimal | undefined {
  // JSON numbers are written back as their shortest decimal text, which is what the service wrote
  const text = typeof given === 'number' ? String(given) : given
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
 * A decimal number in base units of `decimals`. `isCut` gives up further digits, as is right for a price; without it they make it
 * unreadable, as is right for an amount.
 */
export function toBaseUnits(
  number: Decimal | undefined,
  decimals: number,
  { isCut = false }: { readonly isCut?: boolean } = {},
): bigint | undefined {
  if (!number) return undefined
  const missing = decimals - number.decimals
  if (missing >= 0) return number.amount * 10n ** BigInt(missing)
  return isCut ? number.amount / 10n ** BigInt(-missing) : undefined
}
