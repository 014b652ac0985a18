import { PublicKey } from '@solana/web3.js-1'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOnCurve } from './curve.js'
import { publicKeyOf } from './wallet.test.fixtures.js'

describe('isOnCurve', () => {
  it('agrees with web3.js 1.x on any 32 bytes', () => {
    let on = 0
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        if (isOnCurve(bytes)) on++
        return isOnCurve(bytes) === PublicKey.isOnCurve(bytes)
      }),
      { numRuns: 300 },
    )
    expect(on).toBeGreaterThan(50)
  })

  it('is true for public keys and false for program-derived addresses', () => {
    for (let seed = 1; seed < 20; seed++) expect(isOnCurve(publicKeyOf(seed))).toBe(true)
    const [derived] = PublicKey.findProgramAddressSync([publicKeyOf(8)], new PublicKey(publicKeyOf(7)))
    expect(isOnCurve(derived.toBytes())).toBe(false)
  })
})
