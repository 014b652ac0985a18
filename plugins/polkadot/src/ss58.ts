import { blake2b } from '@noble/hashes/blake2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base58 } from '@scure/base'
import { badAddress } from './errors.js'

// Own implementation (5 kB with its hash function), because @polkadot/util-crypto 14 would add 190 kB (gzip) to the code that connects wallets.

/** Decoded SS58 address. */
export interface Ss58 {
  readonly prefix: number
  /** Account id (32 bytes), compressed secp256k1 key (33 bytes), or account index (1, 2, 4 or 8 bytes). */
  readonly body: Uint8Array
}

/** Maximum length of a text to decode, because base58 decoding takes quadratic time. Every address is shorter. */
const MAX_LENGTH = 64
const checksumPrefix = utf8ToBytes('SS58PRE')

/** Checksum length by body length. */
const checksumLengths: Readonly<Record<number, number>> = { 1: 1, 2: 1, 4: 1, 8: 1, 32: 2, 33: 2 }

const checksum = (data: Uint8Array): Uint8Array => blake2b(concatBytes(checksumPrefix, data))

function encodePrefix(prefix: number): Uint8Array {
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > 16_383 || prefix === 46 || prefix === 47)
    throw badAddress(`${prefix} is not a valid SS58 prefix.`)
  if (prefix < 64) return Uint8Array.of(prefix)
  return Uint8Array.of(((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 3) << 6))
}

/** Prefix and its length in bytes; `undefined` if invalid. */
function readPrefix(data: Uint8Array): readonly [prefix: number, length: number] | undefined {
  const [first = 255, second = 0] = data
  if (first === 46 || first === 47 || first > 127) return undefined // reserved by the SS58 specification
  if (first < 64) return [first, 1]
  const prefix = ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
  return prefix < 64 ? undefined : [prefix, 2] // rejects a non-canonical encoding of the prefix
}

/** Encodes an account id (32 bytes) or a key (33) with this prefix. */
export function encodeSs58(prefix: number, body: Uint8Array): string {
  const data = concatBytes(encodePrefix(prefix), body)
  return base58.encode(concatBytes(data, checksum(data).subarray(0, 2)))
}

/** Parses an address of any chain. Throws `INVALID_ARGUMENT` with the reason. */
export function decodeSs58(text: string): Ss58 {
  if (
    typeof text !== 'string' ||
    text.length === 0 ||
    text.length > MAX_LENGTH ||
    !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)
  )
    throw badAddress('The address must have 1 to 64 letters and digits, without 0, O, I and l.')
  const data = base58.decode(text)
  const [prefix, start] = readPrefix(data) ?? []
  if (prefix === undefined || start === undefined)
    throw badAddress('Invalid address: its SS58 prefix is reserved or wrongly encoded.')
  for (const [length, sumLength] of Object.entries(checksumLengths)) {
    const end = start + Number(length)
    if (data.length !== end + sumLength) continue
    const sum = checksum(data.subarray(0, end))
    if (data.subarray(end).every((byte, at) => byte === sum[at])) return { prefix, body: data.slice(start, end) }
    throw badAddress('The address has a typo: its checksum does not match.')
  }
  throw badAddress('The address is too short or too long.')
}
