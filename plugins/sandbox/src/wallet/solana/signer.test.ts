import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { getBase58Decoder } from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solanaDevelopmentAccounts } from '../../server/solana/development-accounts.js'
import { toSignInMessage } from './sign-in.js'
import { developmentKeys } from './signer.js'

describe('the development keys', () => {
  it('are those of the funded accounts', () => {
    expect(developmentKeys.map(({ address }) => address)).toEqual(solanaDevelopmentAccounts.slice(0, 2))
  })

  it('create signatures that OpenSSL verifies', async () => {
    for (const { publicKey, sign } of developmentKeys) {
      const message = new TextEncoder().encode('hello')
      const x = Buffer.from(publicKey).toString('base64url')
      const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
      expect(verify(null, message, key, await sign(message))).toBe(true)
    }
  })
})

describe('base58.encode', () => {
  it('encodes like the reference library', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect(base58.encode(bytes)).toBe(getBase58Decoder().decode(bytes))
      }),
    )
    expect(base58.encode(new Uint8Array(32))).toBe('1'.repeat(32))
  })
})

describe('toSignInMessage', () => {
  it('writes every field in the order of the standard', () => {
    const text = toSignInMessage({
      domain: 'example.org',
      address: 'A',
      statement: 'Sign in.',
      uri: 'https://example.org',
      version: '1',
      chainId: 'mainnet',
      nonce: 'n',
      issuedAt: 'i',
      expirationTime: 'e',
      notBefore: 'b',
      requestId: 'r',
      resources: ['x', 'y'],
    })
    expect(text).toBe(
      [
        'example.org wants you to sign in with your Solana account:',
        'A',
        '',
        'Sign in.',
        '',
        'URI: https://example.org',
        'Version: 1',
        'Chain ID: mainnet',
        'Nonce: n',
        'Issued At: i',
        'Expiration Time: e',
        'Not Before: b',
        'Request ID: r',
        'Resources:',
        '- x',
        '- y',
      ].join('\n'),
    )
  })

  it('omits absent fields', () => {
    expect(toSignInMessage({ domain: 'd', address: 'A' })).toBe('d wants you to sign in with your Solana account:\nA')
  })
})
