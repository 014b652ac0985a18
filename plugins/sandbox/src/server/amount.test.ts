import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUnits } from './amount.js'

test.each([
  [0n, 18, '0'],
  [1n, 18, '0.000000000000000001'],
  [1500n, 3, '1.5'],
  [10_000n * 10n ** 18n, 18, '10000'],
  [-5n, 1, '-0.5'],
  [7n, 0, '7'],
])('formatUnits formats %s with %s decimals as %s', (amountBase, decimals, text) => {
  expect(formatUnits(amountBase, decimals)).toBe(text)
})

test('formatUnits formats every amount exactly, with 0 to 36 decimals', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), fc.integer({ min: 0, max: 36 }), (amountBase, decimals) => {
      const [whole = '', fraction = ''] = formatUnits(amountBase, decimals).split('.')
      expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amountBase)
      expect(fraction.endsWith('0')).toBe(false)
    }),
  )
})
