import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { toBase58 } from '../solana/base58.js'

/** The generic prefix, which the local chain uses too. */
const PREFIX = 42

/** Writes the 32 bytes of an account as SS58. */
export function encodeSs58(id: Uint8Array): string {
  const body = concatBytes(Uint8Array.of(PREFIX), id)
  return toBase58(concatBytes(body, blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)))
}
