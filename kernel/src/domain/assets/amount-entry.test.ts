import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatUsd } from '../../ui/content/fiat.js'
import { formatAmount, parseAmount } from './amount.js'
import { readAmount } from './amount-entry.js'
import { usdValue } from './usd-value.js'

describe('D1, D2, D3: amounts', () => {
  it('parsing a formatted amount returns the same amount, for all decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 36 }), fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), (decimals, value) => {
        expect(readAmount(formatAmount(value, decimals), decimals)).toBe(value)
      }),
    )
  })

  it('readAmount returns undefined for text that is not an exact amount above 0, also for decimal commas and digits of other scripts', () => {
    const wrong = [
      '',
      '0',
      '00.00',
      '1,5',
      '1e18',
      '0x10',
      '-1',
      '-0',
      '.',
      ' 1',
      '１',
      '١',
      'NaN',
      'Infinity',
      '1.0000001',
      '\u202E1',
    ]
    for (const text of wrong) expect([text, readAmount(text, 6)]).toEqual([text, undefined])
    expect([readAmount('2.01', 6), readAmount('5.', 6), readAmount('.5', 6)]).toEqual([
      2_010_000n,
      5_000_000n,
      500_000n,
    ])
  })

  it('a value in US dollars is truncated to cents; without a price it is undefined', () => {
    const usd = (text: string): bigint => parseAmount(text, 18)
    const written = (...given: Parameters<typeof usdValue>): string => formatUsd(usdValue(...given) ?? 0n)
    expect(usdValue(1n, 0, undefined)).toBeUndefined()
    expect(written(1_999_999n, 6, usd('1'))).toBe('$1.99')
    expect([formatUsd(usd('2.7')), formatUsd(usd('3')), formatUsd(0n)]).toEqual(['$2.70', '$3.00', '$0.00'])
    expect(written(1n, 18, usd('3000'))).toBe('<$0.01')
    expect(written(10n ** 24n, 24, usd('0.004'))).toBe('<$0.01')
  })
})
