import { formatAmount, parseAmount } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDecimal, toScale } from './decimal.js'

const textOf = (given: unknown): string | undefined => {
  const read = readDecimal(given)
  return read && formatAmount(read.amount, read.decimals)
}

describe('an amount of a reply', () => {
  it.each([
    ['1.50', '1.5'],
    ['0', '0'],
    ['0.000', '0'],
    ['100', '100'],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    ['1.5e3', '1500'],
    ['12e-1', '1.2'],
    ['0.000000000000000000000001', '0.000000000000000000000001'],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', undefined],
  ])('%s is read exactly', (given, text) => {
    expect(textOf(given)).toBe(text ?? given)
  })

  it.each([
    '',
    '1,5',
    '-1',
    'NaN',
    '0x10',
    '1e400',
    ' 1',
    '١',
    null,
    undefined,
    {},
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%s is none', (given) => {
    expect(readDecimal(given)).toBeUndefined()
  })

  it('D1: keeps every digit that a chain can have', () => {
    const any = fc.tuple(fc.bigInt(0n, 2n ** 256n - 1n), fc.integer({ min: 0, max: 36 }))
    fc.assert(
      fc.property(any, ([amount, decimals]) => {
        const read = readDecimal(formatAmount(amount, decimals))
        expect(read && toScale(read, decimals)).toBe(amount)
        expect(read && parseAmount(formatAmount(read.amount, read.decimals), decimals)).toBe(amount)
      }),
      { numRuns: 2000 },
    )
  })
})
