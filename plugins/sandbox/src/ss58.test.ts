import { decodeAddress, encodeAddress } from '@polkadot/util-crypto'
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
