import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

/** Generic Substrate prefix, which the local chain uses. */
const GENERIC = 42
const ID_BYTES = 32
const SUM_BYTES = 2

const checksumOf = (body: Uint8Array): Uint8Array =>
  blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, SUM_BYTES)

/** Encodes a 32-byte account id as SS58 with the generic prefix. */
export function encodeSs58(id: Uint8Array): string {
  const body = concatBytes(Uint8Array.of(GENERIC), id)
  return base58.encode(concatBytes(body, checksumOf(body)))
}

/** Account of an SS58 address. */
export interface Ss58Account {
  /** Account id: 32 bytes. */
  readonly id: Uint8Array
  /** Whether the address has the generic prefix, 42, instead of a chain's own prefix. */
  readonly isGeneric: boolean
}

/** Base58 text that is not longer than an address. The length is limited, because base58 decoding takes quadratic time. */
const SHORT_BASE58 = /^[1-9A-HJ-NP-Za-km-z]{1,50}$/

/** Number of bytes of the prefix; `undefined` if it is reserved, or is a non-canonical encoding of a one-byte prefix. */
function prefixLength(first: number, second: number): number | undefined {
  if (first === 46 || first === 47 || first > 127) return undefined // reserved by the SS58 specification
  if (first < 64) return 1
  const prefix = ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
  return prefix < 64 ? undefined : 2
}

/** Decodes an SS58 address; `undefined` if it is invalid or does not contain a 32-byte account id. */
export function readSs58(address: string): Ss58Account | undefined {
  if (!SHORT_BASE58.test(address)) return undefined
  const bytes = base58.decode(address)
  const [first = 255, second = 0] = bytes
  const idStart = prefixLength(first, second)
  if (idStart === undefined || bytes.length !== idStart + ID_BYTES + SUM_BYTES) return undefined
  const body = bytes.subarray(0, idStart + ID_BYTES)
  if (checksumOf(body).some((byte, at) => byte !== bytes[body.length + at])) return undefined
  return { id: body.subarray(idStart), isGeneric: first === GENERIC }
}
