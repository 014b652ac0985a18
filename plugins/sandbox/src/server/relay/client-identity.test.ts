import { describe, expect, test } from 'vitest'
import { readClientId } from './client-identity.js'
import { identity, tokenOf } from './relay.test.fixtures.js'

describe('the identity of a client', () => {
  test('is the public key of the token’s signer, encoded as in a did:key', () => {
    const me = identity()
    expect(readClientId(tokenOf(me))).toBe(me.id)
  })

  test('is rejected if the token is forged, expired, of another algorithm, or malformed', () => {
    const me = identity()
    const [header, , signature] = tokenOf(me).split('.')
    const other = tokenOf(identity()).split('.')[1]
    for (const token of [
      `${header}.${other}.${signature}`,
      tokenOf(me, { exp: Date.now() / 1000 - 1 }),
      tokenOf(me, { alg: 'none' }),
      `${tokenOf(me)}.x`,
      '',
      'a.b.c',
      '..',
    ])
      expect(readClientId(token)).toBeNull()
  })
})
