import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scannedBalance, toSatoshis } from './satoshis.js'

const asNode = (satoshis: bigint): string => {
  const digits = satoshis.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

describe('an amount that a node wrote', () => {
  it('is read without losing a satoshi, as far as there are bitcoins', () => {
    const back = (satoshis: bigint): bigint => toSatoshis(JSON.parse(asNode(satoshis)))
    for (const satoshis of [0n, 1n, 10n, 99_999_999n, 100_000_000n, 2_099_999_997_690_000n, 2_099_999_999_999_999n])
      expect(back(satoshis)).toBe(satoshis)
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }), (satoshis) => back(satoshis) === satoshis),
      { numRuns: 5000 },
    )
  })

  it('that is no whole number of satoshis, or more than there can be, is refused', () => {
    for (const amount of [0.123456789, 1e-9, -1, 21_000_000.1, 1e21, Number.NaN, Number.POSITIVE_INFINITY, '1', null])
      expect(() => toSatoshis(amount)).toThrow(/is not an amount|is more than/)
  })

  it('counts only where the scan was finished', () => {
    const read = (answer: unknown) => scannedBalance['~standard'].validate(answer)
    expect(read({ success: true, total_amount: 0.5 })).toEqual({ value: 50_000_000n })
    for (const answer of [null, {}, { success: false, total_amount: 1 }, { success: true }])
      expect(() => read(answer)).toThrow()
  })
})
