import { Keyring } from '@polkadot/keyring'
import { stringToU8a, u8aWrapBytes } from '@polkadot/util'
import { blake2AsU8a, cryptoWaitReady, decodeAddress, encodeAddress, signatureVerify } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accounts } from './accounts.js'
import { signBytes, signTransaction } from './signer.js'
import { encodeSs58, toGeneric } from './ss58.js'

await cryptoWaitReady()
const keyring = new Keyring({ ss58Format: 42 })

describe.each(accounts)('the key of $name', ({ address, name, type }) => {
  it('is the published one', () => {
    expect(keyring.addFromUri(`//${name.split(' ')[0]}`, {}, type).address).toBe(address)
  })

  it('signs messages that another implementation verifies, wrapped, and no others', () => {
    const signature = signBytes(address, stringToU8a('hello'))
    expect(signature).toMatch(/^0x[\da-f]{128}$/)
    expect(signatureVerify(u8aWrapBytes('hello'), signature, address).isValid).toBe(true)
    expect(signatureVerify(u8aWrapBytes('other'), signature, address).isValid).toBe(false)
    const wrapped = signBytes(address, stringToU8a('<Bytes>hello</Bytes>'))
    expect(signatureVerify(stringToU8a('<Bytes>hello</Bytes>'), wrapped, address).isValid).toBe(true)
  })

  it.each([255, 256, 257, 1000])('signs a payload of %s bytes as chains check it', (length) => {
    const payload = new Uint8Array(length).fill(9)
    const signature = signTransaction(address, payload)
    expect(signature.slice(2, 4)).toBe(type === 'sr25519' ? '01' : '00')
    const signed = length > 256 ? blake2AsU8a(payload) : payload
    expect(signatureVerify(signed, signature, address)).toMatchObject({ isValid: true, crypto: type })
  })
})

it('no key is used for an address that is none of them', () => {
  expect(() => signBytes('5FLSigC9HGRKVhB9FiEo4Y3koPsNmBmLJbpXg2mp1hXcS59Y', new Uint8Array())).toThrow(/not hold/)
})

it('addresses are written as another implementation does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (id) => {
      expect(encodeSs58(id)).toBe(encodeAddress(id, 42))
      expect([...decodeAddress(encodeSs58(id))]).toEqual([...id])
    }),
  )
})

it('an account is the same whatever chain its address is written for, and nothing else is one', () => {
  const prefix = fc.integer({ min: 0, max: 16_383 }).filter((number) => number !== 46 && number !== 47)
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), prefix, (id, number) => {
      const address = encodeAddress(id, number)
      expect(toGeneric(address)).toBe(encodeAddress(id, 42))
      expect(toGeneric(address.replace(/.$/, (last) => (last === '2' ? '3' : '2')))).not.toBe(encodeAddress(id, 42))
    }),
  )
  for (const text of ['', '0x', 'hello', '5'.repeat(48), '5'.repeat(10_000)]) expect(toGeneric(text)).toBeUndefined()
})
