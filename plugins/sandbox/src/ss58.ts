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

/** Decodes an SS58 address; `undefined` if it is invalid or does not contain a 32-byte account id. */
export function readSs58(address: string): Ss58Account | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{46,50}$/.test(address)) return undefined
  const bytes = base58.decode(address)
  const prefixBytes = bytes.length - ID_BYTES - SUM_BYTES
  if (prefixBytes !== 1 && prefixBytes !== 2) return undefined
  const body = bytes.subarray(0, prefixBytes + ID_BYTES)
  if (checksumOf(body).some((byte, at) => byte !== bytes[body.length + at])) return undefined
  return { id: body.subarray(prefixBytes), isGeneric: prefixBytes === 1 && body[0] === GENERIC }
}
