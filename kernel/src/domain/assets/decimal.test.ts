import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount, parseAmount } from './amount.js'
import { readDecimal, toBaseUnits } from './decimal.js'

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
  expect(toBaseUnits(readDecimal(price), 18, { truncate: true })).toBe(read)
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
])('D3: %j is not a number', (text) => {
  expect(toBaseUnits(readDecimal(text), 18, { truncate: true })).toBeUndefined()
})

it('D2: with more fraction digits than `decimals`, an amount is undefined and a price is truncated', () => {
  expect(toBaseUnits(readDecimal('0.1234567'), 6)).toBeUndefined()
  expect(toBaseUnits(readDecimal('0.1234560'), 6)).toBe(123_456n)
  expect(toBaseUnits(readDecimal('0.1234567'), 6, { truncate: true })).toBe(123_456n)
  expect(toBaseUnits(readDecimal('1e-40'), 18, { truncate: true })).toBe(0n)
})

it('D1: formatted amounts are parsed exactly, with 0 to 36 decimals', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 }), (amount, decimals) => {
      expect(toBaseUnits(readDecimal(formatAmount(amount, decimals)), decimals)).toBe(amount)
    }),
    { numRuns: 5000 },
  )
})

const textOf = (given: unknown): string | undefined => {
  const read = readDecimal(given)
  return read && formatAmount(read.amount, read.decimals)
}

describe('readDecimal', () => {
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
  ])('%s is undefined', (given) => {
    expect(readDecimal(given)).toBeUndefined()
  })

  it('D1: keeps every digit that an amount on a chain can have', () => {
    const any = fc.tuple(fc.bigInt(0n, 2n ** 256n - 1n), fc.integer({ min: 0, max: 36 }))
    fc.assert(
      fc.property(any, ([amount, decimals]) => {
        const read = readDecimal(formatAmount(amount, decimals))
        expect(toBaseUnits(read, decimals)).toBe(amount)
        expect(read && parseAmount(formatAmount(read.amount, read.decimals), decimals)).toBe(amount)
      }),
      { numRuns: 2000 },
    )
  })
})
