import { createHash, createPublicKey, verify } from 'node:crypto'
import { isAddress, publicKeyOf } from './address.js'

interface Signed {
  readonly message: { readonly address: string }
  readonly text: string
  /** Base64. */
  readonly signature: string
}

/** Prefix of the message in the signed hash (SEP-53). */
const PREFIX = 'Stellar Signed Message:\n'

/** Stellar for `families` of `createSiwxServer()` of @wallet-modal/siwx/server. */
export const stellarFamily = {
  namespace: 'stellar',
  name: 'Stellar',
  isAddress,
  isReference: (reference: string): boolean => reference === 'pubnet' || reference === 'testnet',
  async verify({ message: { address }, text, signature }: Signed): Promise<boolean> {
    if (!/^[A-Za-z\d+/]{86}==$/.test(signature)) return false
    const x = Buffer.from(publicKeyOf(address)).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const digest = createHash('sha256').update(`${PREFIX}${text}`).digest()
    return verify(null, digest, key, Buffer.from(signature, 'base64'))
  },
}
