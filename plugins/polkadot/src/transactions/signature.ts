import { hexToBytes } from '@noble/hashes/utils'
import { ed25519Verify, secp256k1Verify, sr25519Verify } from '@polkadot/util-crypto'
import { readAccountId } from '../address.js'

/** Verification functions by key type, which is the first byte of a `MultiSignature`. They need no WebAssembly. */
const verifiers: Readonly<Record<number, (message: Uint8Array, signature: Uint8Array, id: Uint8Array) => boolean>> = {
  0: (message, signature, id) => ed25519Verify(message, signature, id, true),
  1: (message, signature, id) => sr25519Verify(message, signature, id),
  2: (message, signature, id) => secp256k1Verify(message, signature, id, 'blake2', true),
}

/** Whether a signature of these bytes is valid for an address. */
export function isSignedBy(address: string, signature: `0x${string}`, message: Uint8Array): boolean {
  const [kind = 255, ...bytes] = hexToBytes(signature.slice(2))
  const verify = verifiers[kind]
  try {
    return verify?.(message, Uint8Array.from(bytes), readAccountId(address).id) ?? false
  } catch {
    return false // wrong length, or not a signature
  }
}
