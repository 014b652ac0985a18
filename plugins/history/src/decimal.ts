const decimal = /^(-?)(\d{1,80})(?:\.(\d{1,80}))?(?:[eE]([+-]?\d{1,2}))?$/
/** More fraction digits are not shown, and no chain has them. */
const MAX_DECIMALS = 36

/** An exact decimal number: `amount` counts units of 10^-`decimals`. */
export interface Decimal {
  readonly amount: bigint
  readonly decimals: number
}

/**
 * Reads a decimal number from text, or from a JSON number by its shortest writing; nothing else and nothing negative. No step goes through a
 * floating point number.
 */
export function readDecimal(given: unknown): Decimal | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = decimal.exec(String(given)) ?? []
  if (sign !== '') return undefined
  const shift = Number.parseInt(exponent, 10)
  const digits = whole + fraction.padEnd(Math.max(shift, 0), '0')
  const places = Math.max(fraction.length, shift) - shift
  const zeros = digits.match(/0*$/)?.[0].length ?? 0
  const spare = Math.min(zeros, places)
  const decimals = places - spare
  if (decimals > MAX_DECIMALS) return undefined
  return { amount: BigInt(digits.slice(0, digits.length - spare) || '0'), decimals }
}

/** As base units of `decimals`, cut. */
export const toScale = ({ amount, decimals }: Decimal, scale: number): bigint =>
  scale >= decimals ? amount * 10n ** BigInt(scale - decimals) : amount / 10n ** BigInt(decimals - scale)
