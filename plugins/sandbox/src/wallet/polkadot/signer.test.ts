import { Keyring } from '@polkadot/keyring'
import { stringToU8a, u8aWrapBytes } from '@polkadot/util'
import { blake2AsU8a, cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { describe, expect, it } from 'vitest'
import { accounts } from './accounts.js'
import { signBytes, signTransaction } from './signer.js'

await cryptoWaitReady()
const keyring = new Keyring({ ss58Format: 42 })

describe.each(accounts)('the key of $name', ({ address, name, type }) => {
  it('has the published address', () => {
    expect(keyring.addFromUri(`//${name.split(' ')[0]}`, {}, type).address).toBe(address)
  })

  it('signs a message wrapped in <Bytes>, so that @polkadot/util-crypto verifies it', () => {
    const signature = signBytes(address, stringToU8a('hello'))
    expect(signature).toMatch(/^0x[\da-f]{128}$/)
    expect(signatureVerify(u8aWrapBytes('hello'), signature, address).isValid).toBe(true)
    expect(signatureVerify(u8aWrapBytes('other'), signature, address).isValid).toBe(false)
    const wrapped = signBytes(address, stringToU8a('<Bytes>hello</Bytes>'))
    expect(signatureVerify(stringToU8a('<Bytes>hello</Bytes>'), wrapped, address).isValid).toBe(true)
  })

  it.each([255, 256, 257, 1000])(
    'signs a payload of %s bytes, or its hash if it is longer than 256 bytes',
    (length) => {
      const payload = new Uint8Array(length).fill(9)
      const signature = signTransaction(address, payload)
      expect(signature.slice(2, 4)).toBe(type === 'sr25519' ? '01' : '00')
      const signed = length > 256 ? blake2AsU8a(payload) : payload
      expect(signatureVerify(signed, signature, address)).toMatchObject({ isValid: true, crypto: type })
    },
  )
})

it('signBytes throws for an unknown address', () => {
  expect(() => signBytes('5FLSigC9HGRKVhB9FiEo4Y3koPsNmBmLJbpXg2mp1hXcS59Y', new Uint8Array())).toThrow(/no key for/)
})
