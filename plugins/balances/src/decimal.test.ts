import { formatAmount } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDecimal } from './decimal.js'

const one = 10n ** 18n

it.each([
  [1, one],
  [0, 0n],
  [2500.25, 2500n * one + one / 4n],
  [1e-7, one / 10n ** 7n],
  [1.5e-9, 1_500_000_000n],
  [1e21, 10n ** 39n],
  [0.1 + 0.2, 300_000_000_000_000_040n],
  ['1.0', one],
  ['1E2', 100n * one],
  ['0e500', 0n],
])('D1: a price of %s is exact', (price, read) => {
  expect(readDecimal(price, 18, true)).toBe(read)
})

it.each([
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  '-1',
  '+1',
  '1e400',
  '1e9999',
  '0x10',
  '1,5',
  '.',
  '5.',
  '.5',
  '',
  ' 1',
  '١',
  '１',
  '\u202E1',
  '9'.repeat(200),
  null,
  undefined,
  {},
  [1],
  true,
])('D3: %j is no number', (text) => {
  expect(readDecimal(text, 18, true)).toBeUndefined()
})

it('D2: an amount with more digits than the token has is unreadable, a price is cut', () => {
  expect(readDecimal('0.1234567', 6)).toBeUndefined()
  expect(readDecimal('0.1234560', 6)).toBe(123_456n)
  expect(readDecimal('0.1234567', 6, true)).toBe(123_456n)
  expect(readDecimal('1e-40', 18, true)).toBe(0n)
})

it('D1: what formatAmount writes is read back exactly, for every token', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 }), (amount, decimals) => {
      expect(readDecimal(formatAmount(amount, decimals), decimals)).toBe(amount)
    }),
    { numRuns: 5000 },
  )
})
