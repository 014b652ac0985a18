/** Hex digits of bytes, or a list of such. */
export type RlpItem = string | readonly RlpItem[]

const sizeOf = (digits: string): bigint => BigInt(digits.length / 2)

const even = (digits: string): string => (digits.length % 2 === 0 ? digits : `0${digits}`)

/** A number as RLP has it: without leading zeros, 0 being no byte at all. */
export const rlpNumber = (value: bigint): string => (value === 0n ? '' : even(value.toString(16)))

function prefixed(content: string, offset: bigint): string {
  const size = sizeOf(content)
  if (size < 56n) return even((offset + size).toString(16)) + content
  const length = rlpNumber(size)
  return (offset + 55n + sizeOf(length)).toString(16) + length + content
}

/** The recursive length prefix encoding of Ethereum (Yellow Paper, appendix B), from hex digits to hex digits. */
export function encodeRlp(item: RlpItem): string {
  if (typeof item !== 'string') return prefixed(item.map(encodeRlp).join(''), 0xc0n)
  return sizeOf(item) === 1n && BigInt(`0x${item}`) < 0x80n ? item : prefixed(item, 0x80n)
}
