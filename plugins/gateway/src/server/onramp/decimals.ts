import * as v from 'valibot'
import { formatUnits, parseUnits } from 'viem'

/** Matches JSON strings and numbers. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Parses JSON. Numbers become text with all their digits: `1.10` becomes `'1.10'`. Throws `SyntaxError`. */
export const parseWithDigits = (text: string): unknown =>
  JSON.parse(text.replace(token, (match) => (match.startsWith('"') ? match : `"${match}"`)))

/** Schema for numbers that {@link parseWithDigits} has parsed. Converts exponents to plain decimal text. Rejects negative numbers. */
export const decimal = v.pipe(
  v.string(),
  v.maxLength(80),
  v.regex(/^\d+(\.\d+)?([eE][+-]?\d{1,2})?$/, 'is not an amount'),
  v.transform(expandExponent),
)

function expandExponent(text: string): string {
  const [digits = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const shift = Number(exponent)
  if (shift === 0) return text
  const places = fraction.length - shift
  return formatUnits(BigInt(whole + fraction + '0'.repeat(Math.max(0, -places))), Math.max(0, places))
}

const placesOf = (amount: string): number => amount.split('.')[1]?.length ?? 0

/** Compares two decimal texts: negative if `a` is less than `b`, 0 if they are equal, positive if `a` is greater. */
export function compareDecimals(a: string, b: string): bigint {
  const places = Math.max(placesOf(a), placesOf(b))
  return parseUnits(a, places) - parseUnits(b, places)
}

/** `a - b`, but at least zero. */
export function subtractDecimal(a: string, b: string): string {
  const difference = compareDecimals(a, b)
  return difference > 0n ? formatUnits(difference, Math.max(placesOf(a), placesOf(b))) : '0'
}
