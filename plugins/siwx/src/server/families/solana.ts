import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import type { Verifier } from './sign-in-family.js'

/** Decodes base58 of an exact number of bytes, canonical form only. */
function bytesOf(text: string, length: number): Uint8Array | undefined {
  if (text.length > 2 * length || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return undefined
  const bytes = base58.decode(text)
  return bytes.length === length && base58.encode(bytes) === text ? bytes : undefined
}

/** Verifies an Ed25519 signature (RFC 8032) with the address as public key. Accounts of programs have no key and cannot sign in. */
export const verifySolana: Verifier = async ({ message, text, signature }) => {
  const key = bytesOf(message.address, 32)
  const signatureBytes = bytesOf(signature, 64)
  if (!key || !signatureBytes) return false
  try {
    return ed25519.verify(signatureBytes, new TextEncoder().encode(text), key, { zip215: false })
  } catch {
    return false // not a point on the curve
  }
}
