import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { RequestError } from '../http.js'

const bytes32 = v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/))

/** ECDSA signature of the account's key over {@link proofDigest}. */
export const keyProof = v.object({ r: bytes32, s: bytes32, yParity: v.picklist([0, 1]) })
type KeyProof = v.InferOutput<typeof keyProof>

/**
 * Digest that the account's key signs to prove that the caller has the key. `session` is the session token. The prefix 0x19 0x57 (EIP-191) differs
 * from the prefixes of messages, typed data and transactions, so that no signature requested by a site is a valid proof.
 */
export function proofDigest(session: string, action: string, fields: readonly string[]): Uint8Array {
  const text = JSON.stringify(['wallet-modal account', session, action, ...fields])
  return keccak_256(Uint8Array.of(0x19, 0x57, ...new TextEncoder().encode(text)))
}

/** Address of the signing key; `undefined` if the signature is invalid. */
function signerOf({ r, s, yParity }: KeyProof, digest: Uint8Array): string | undefined {
  try {
    const signature = Uint8Array.of(yParity, ...hexToBytes(r.slice(2)), ...hexToBytes(s.slice(2)))
    const compressed = secp256k1.recoverPublicKey(signature, digest, { prehash: false })
    const key = secp256k1.Point.fromBytes(compressed).toBytes(false)
    return `0x${bytesToHex(keccak_256(key.slice(1)).slice(12))}`
  } catch {
    return undefined // not a point on the curve
  }
}

/** Throws `NOT_ALLOWED` if the key with this address did not sign the digest. */
export function checkProof(proof: KeyProof, digest: Uint8Array, address: string): void {
  if (signerOf(proof, digest) === address.toLowerCase()) return
  throw new RequestError('NOT_ALLOWED', 'The key of the account has not signed this request.')
}
