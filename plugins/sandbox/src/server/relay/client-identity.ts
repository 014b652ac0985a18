import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'

/** multicodec `ed25519-pub`. */
const ed25519Prefix = [0xed, 0x01] as const
const keyPattern = /^did:key:z([1-9A-HJ-NP-Za-km-z]{40,60})$/

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const decodePart = (part: string): Readonly<Record<string, unknown>> => {
  const decoded: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  return isRecord(decoded) ? decoded : {}
}

/**
 * Verifies the JSON Web Token of a relay client. Returns the client id, which is the issuer's did:key without `did:key:`. Returns `null` if the token
 * is forged, expired or malformed.
 */
export function readClientId(token: string, nowMs = Date.now()): string | null {
  const [header = '', payload = '', signature = '', ...extraParts] = token.split('.')
  try {
    const { iss, exp } = decodePart(payload)
    const encoded = typeof iss === 'string' ? keyPattern.exec(iss)?.[1] : undefined
    const bytes = encoded === undefined ? null : base58.decode(encoded)
    if (
      extraParts.length > 0 ||
      !encoded ||
      bytes?.length !== 34 ||
      ed25519Prefix.some((byte, at) => bytes[at] !== byte)
    )
      return null
    if (decodePart(header).alg !== 'EdDSA' || typeof exp !== 'number' || exp * 1000 <= nowMs) return null
    const x = Buffer.from(bytes.subarray(2)).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))
      ? `z${encoded}`
      : null
  } catch {
    return null // a text that cannot be parsed is not a token
  }
}
