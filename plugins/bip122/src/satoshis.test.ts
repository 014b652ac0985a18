import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scannedBalance, toSatoshis } from './satoshis.js'

const toNodeAmount = (satoshis: bigint): string => {
  const digits = satoshis.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

describe('an amount in the answer of a Bitcoin node', () => {
  it('is read exact to the satoshi, up to 21 million bitcoins', () => {
    const roundTrip = (satoshis: bigint): bigint => toSatoshis(JSON.parse(toNodeAmount(satoshis)))
    for (const satoshis of [0n, 1n, 10n, 99_999_999n, 100_000_000n, 2_099_999_997_690_000n, 2_099_999_999_999_999n])
      expect(roundTrip(satoshis)).toBe(satoshis)
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }), (satoshis) => roundTrip(satoshis) === satoshis),
      { numRuns: 5000 },
    )
  })

  it('is rejected if it is not a whole number of satoshis, or is above 21 million bitcoins', () => {
    for (const amount of [0.123456789, 1e-9, -1, 21_000_000.1, 1e21, Number.NaN, Number.POSITIVE_INFINITY, '1', null])
      expect(() => toSatoshis(amount)).toThrow(/is not an amount|is more than/)
  })

  it('is accepted as a scanned balance only if the scan succeeded', () => {
    const read = (answer: unknown) => scannedBalance['~standard'].validate(answer)
    expect(read({ success: true, total_amount: 0.5 })).toEqual({ value: 50_000_000n })
    for (const answer of [null, {}, { success: false, total_amount: 1 }, { success: true }])
      expect(() => read(answer)).toThrow()
  })
})
