import { describe, expect, test } from 'vitest'
import { readClientId } from './client-identity.js'
import { identity, tokenOf } from './relay.test.fixtures.js'

describe('the identity that a client shows', () => {
  test('is the did:key that signed the token', () => {
    const me = identity()
    expect(readClientId(tokenOf(me))).toBe(me.id)
  })

  test('is refused where the token is forged, expired, of another algorithm, or no token', () => {
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
