import { cryptoWaitReady, encodeAddress } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { alice, engine, startOneSandbox } from './polkadot-engine.test.fixtures.js'

startOneSandbox()
vi.setConfig({ testTimeout: 60_000 })
// a node first compiles its runtime
await cryptoWaitReady()

describe('addresses', () => {
  test('are accepted with the generic prefix and a valid checksum only', () => {
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
