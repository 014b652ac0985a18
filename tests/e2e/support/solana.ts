import { createPublicKey, verify } from 'node:crypto'

/** Ed25519 seed of one repeated byte, in hex. Its address is `addressOf(seed)` in the Solana plugin's test fixtures. */
export const seedOf = (seed: number): string => seed.toString(16).padStart(2, '0').repeat(32)

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Decodes Base58. */
export function fromBase58(text: string): Buffer {
  let number = 0n
  for (const letter of text) number = number * 58n + BigInt(alphabet.indexOf(letter))
  const digits = number === 0n ? '' : number.toString(16)
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Buffer.concat([
    Buffer.alloc(zeros),
    Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex'),
  ])
}

/** Verifies an Ed25519 signature by the key of an address with OpenSSL. The signature is in Base58 or bytes. */
export function isSignedBy(address: string, message: string, signature: string | readonly number[]): boolean {
  const x = fromBase58(address).toString('base64url')
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
  const bytes = typeof signature === 'string' ? fromBase58(signature) : Buffer.from(signature)
  return verify(null, Buffer.from(message), key, bytes)
}
