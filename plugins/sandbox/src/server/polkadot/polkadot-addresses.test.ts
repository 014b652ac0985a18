import { cryptoWaitReady, encodeAddress } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { alice, engine, startOneSandbox } from './polkadot-engine.test.fixtures.js'

startOneSandbox()
// a node compiles its runtime when it starts
vi.setConfig({ testTimeout: 60_000 })
await cryptoWaitReady()

describe('toAddress', () => {
  test('accepts only addresses with the generic prefix and a valid checksum', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(16_383), (id, prefix) => {
        fc.pre(prefix !== 46 && prefix !== 47)
        const address = encodeAddress(id, prefix)
        expect(engine.toAddress(address)).toBe(prefix === 42 ? address : undefined)
      }),
    )
    const typo = alice.address.replace(/.$/, (last) => (last === 'Y' ? 'Z' : 'Y'))
    for (const text of [typo, `${alice.address} `, '', '0x', alice.address.slice(1)])
      expect([text, engine.toAddress(text)]).toEqual([text, undefined])
  })
})
