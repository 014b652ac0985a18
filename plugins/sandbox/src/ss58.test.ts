import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { decodeAddress, encodeAddress } from '@polkadot/util-crypto'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeSs58, readSs58 } from './ss58.js'

const ids = fc.uint8Array({ minLength: 32, maxLength: 32 })

it('encodeSs58 encodes addresses like @polkadot/util-crypto', () => {
  fc.assert(
    fc.property(ids, (id) => {
      expect(encodeSs58(id)).toBe(encodeAddress(id, 42))
      expect([...decodeAddress(encodeSs58(id))]).toEqual([...id])
    }),
  )
})

it('readSs58 decodes addresses of every prefix, and rejects invalid texts', () => {
  const prefixes = fc.integer({ min: 0, max: 16_383 }).filter((prefix) => prefix !== 46 && prefix !== 47)
  fc.assert(
    fc.property(ids, prefixes, (id, prefix) => {
      const address = encodeAddress(id, prefix)
      const account = readSs58(address)
      expect([account && [...account.id], account?.isGeneric]).toEqual([[...id], prefix === 42])
      expect(readSs58(address.replace(/.$/, (last) => (last === '2' ? '3' : '2')))).toBeUndefined()
    }),
  )
  for (const text of ['', '0x', 'hello', '5'.repeat(48), '5'.repeat(10_000)]) expect(readSs58(text)).toBeUndefined()
})

/** SS58 text of any prefix bytes and body, with a valid checksum. */
function toText(prefix: readonly number[], body: Uint8Array): string {
  const data = concatBytes(Uint8Array.from(prefix), body)
  return base58.encode(concatBytes(data, blake2b(concatBytes(utf8ToBytes('SS58PRE'), data)).subarray(0, 2)))
}

it('readSs58 decodes an account id with leading zeros, whose address is short', () => {
  for (const prefix of [0, 2, 42, 1000, 16_383])
    for (const id of [new Uint8Array(32), Uint8Array.from({ length: 32 }, (_, at) => Number(at === 31))])
      expect(readSs58(encodeAddress(id, prefix))?.id).toEqual(id)
})

it.each([
  ['a key of 33 bytes with a prefix of one byte', [42], 33],
  ['a prefix of one byte that is 64 or more', [64], 32],
  ['a prefix of two bytes whose first byte is less than 64', [42, 1], 32],
  ['a reserved prefix', [46], 32],
  ['a non-canonical encoding of the prefix 42', [0x40 | (42 >> 2), (42 & 3) << 6], 32],
  ['a first byte that is 128 or more', [128, 1], 32],
] as const)('readSs58 rejects %s', (_, prefix, length) => {
  expect(readSs58(toText(prefix, new Uint8Array(length).fill(7)))).toBeUndefined()
})
