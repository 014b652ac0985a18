/** A value as the ABI writes it: 32 bytes in hex, without `0x`. */
export type Word = string

const WORD = 64
/** No name or link is longer, whatever a contract claims. */
const MAX_TEXT_BYTES = 200_000

export const toWord = (value: bigint | string): Word =>
  (typeof value === 'bigint' ? value.toString(16) : value.replace(/^0x/, '').toLowerCase()).padStart(WORD, '0')

/** The words of an answer; `undefined` for what is none, such as the empty one of an address without code. */
export function toWords(answer: string): readonly Word[] | undefined {
  const digits = answer.slice(2)
  if (digits.length < WORD) return undefined
  return digits.match(/.{64}/g) ?? undefined
}

export const readUint = (answer: string): bigint | undefined => {
  const [word] = toWords(answer) ?? []
  return word === undefined ? undefined : BigInt(`0x${word}`)
}

function textOf(digits: string): string | undefined {
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined // no text: nobody can read it
  }
}

/** A `string`, or the `bytes32` that early tokens have in its place. `undefined` for what is neither. */
export function readText(answer: string): string | undefined {
  const words = toWords(answer)
  if (!words) return undefined
  if (words.length === 1) return textOf((words[0] ?? '').replace(/(00)*$/, ''))
  const start = BigInt(`0x${words[0]}`)
  if (start !== 32n) return undefined
  const length = BigInt(`0x${words[1]}`)
  if (length > BigInt(MAX_TEXT_BYTES)) return undefined
  const digits = answer.slice(2 + 2 * WORD, 2 + 2 * WORD + 2 * Number(length))
  return digits.length === 2 * Number(length) ? textOf(digits) : undefined
}

/** An `address`. `undefined` for what is none. */
export function readAddress(answer: string): string | undefined {
  const [word] = toWords(answer) ?? []
  return word?.startsWith('0'.repeat(24)) ? `0x${word.slice(24)}` : undefined
}
