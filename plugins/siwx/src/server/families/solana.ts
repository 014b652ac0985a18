import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import type { Verifier } from './sign-in-family.js'

/** Decodes base58 of exactly `length` bytes; `undefined` for any other text. */
function bytesOf(text: string, length: number): Uint8Array | undefined {
  if (text.length > 2 * length || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return undefined
  const bytes = base58.decode(text)
  return bytes.length === length ? bytes : undefined
}

/**
 * Verifies an Ed25519 signature (RFC 8032) with the address as public key. Program-derived addresses have no private key, so they cannot sign in.
 */
export const verifySolana: Verifier = async ({ message, text, signature }) => {
  const key = bytesOf(message.address, 32)
  const signatureBytes = bytesOf(signature, 64)
  if (!key || !signatureBytes) return false
  return ed25519.verify(signatureBytes, new TextEncoder().encode(text), key, { zip215: false })
}
