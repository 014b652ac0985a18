import { Keyring } from '@polkadot/keyring'
import { u8aToHex } from '@polkadot/util'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { describe, expect, it } from 'vitest'
import { isSignedBy } from './signature.js'

await cryptoWaitReady()
const message = Uint8Array.from({ length: 100 }, (_, at) => at)

describe.each(['sr25519', 'ed25519', 'ecdsa'] as const)('a signature of %s', (type) => {
  const keyring = new Keyring({ type, ss58Format: 0 })
  const pair = keyring.addFromUri('//Alice')
  const signature = u8aToHex(pair.sign(message, { withType: true }))

  it('is valid only for its own key and message', () => {
    expect(isSignedBy(pair.address, signature, message)).toBe(true)
    expect(isSignedBy(keyring.addFromUri('//Bob').address, signature, message)).toBe(false)
    expect(isSignedBy(pair.address, signature, message.with(0, 9))).toBe(false)
  })

  it('is invalid with another type byte or a wrong length', () => {
    for (const kind of ['00', '01', '02', '03', 'ff'].filter((one) => !signature.startsWith(`0x${one}`)))
      expect(isSignedBy(pair.address, `0x${kind}${signature.slice(4)}`, message)).toBe(false)
    expect(isSignedBy(pair.address, signature.slice(0, -2) as `0x${string}`, message)).toBe(false)
    expect(isSignedBy(pair.address, '0x', message)).toBe(false)
  })
})
