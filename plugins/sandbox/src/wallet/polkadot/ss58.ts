import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { toBase58 } from '../solana/base58.js'

/** The generic prefix, which the local chain uses too. */
const PREFIX = Uint8Array.of(42)
const ID_BYTES = 32
const SUM_BYTES = 2

const write = (body: Uint8Array): string =>
  toBase58(concatBytes(body, blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, SUM_BYTES)))

/** Writes the 32 bytes of an account as SS58. */
export const encodeSs58 = (id: Uint8Array): string => write(concatBytes(PREFIX, id))

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The same account with the generic prefix, whatever chain an address is written for; `undefined` for what is none. */
export function toGeneric(address: string): string | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{46,50}$/.test(address)) return undefined
  let number = 0n
  for (const letter of address) number = number * 58n + BigInt(alphabet.indexOf(letter))
  const digits = number.toString(16)
  const length = digits.length > 2 * (1 + ID_BYTES + SUM_BYTES) ? 2 : 1
  const hex = digits.padStart(2 * (length + ID_BYTES + SUM_BYTES), '0')
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const body = bytes.subarray(0, length + ID_BYTES)
  return write(body) === address ? encodeSs58(body.subarray(length)) : undefined
}
