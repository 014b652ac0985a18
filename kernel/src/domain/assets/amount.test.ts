/// <reference types="node" />
import naughtyStrings from 'big-list-of-naughty-strings' with { type: 'json' }
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayAmount, formatAmount, parseAmount } from './amount.js'

const naughty: unknown = naughtyStrings
const invalid = expect.objectContaining({ code: 'INVALID_AMOUNT' })
const uint256 = fc.bigInt(0n, 2n ** 256n - 1n)
const decimals = fc.integer({ min: 0, max: 36 })

test('D1: formatted amounts parse to the same amount, for 100,000 amounts with 0 to 36 decimals', () => {
  fc.assert(
    fc.property(uint256, decimals, (base, places) => parseAmount(formatAmount(base, places), places) === base),
    { numRuns: 100_000 },
  )
})

test('D1: every two-decimal amount below 1,000 of a token with 6 decimals is exact', () => {
  for (let cents = 0; cents < 100_000; cents++) {
    const text = `${(cents - (cents % 100)) / 100}.${String(cents % 100).padStart(2, '0')}`
    if (parseAmount(text, 6) !== BigInt(cents) * 10_000n) throw new Error(text)
  }
})

test('D2: more fraction digits than the decimals of the token are an error, never rounded', () => {
  fc.assert(
    fc.property(fc.nat(), fc.stringMatching(/^\d{1,40}$/), decimals, (whole, fraction, places) => {
      const text = `${whole}.${fraction}`
      if (fraction.length > places) expect(() => parseAmount(text, places)).toThrow(invalid)
      else expect(parseAmount(text, places)).toBe(BigInt(whole + fraction.padEnd(places, '0')))
    }),
    { numRuns: 20_000 },
  )
  expect(() => parseAmount('69.5952', 0)).toThrow('Please enter a valid amount')
})

describe('D3: unusual numeric text is an error or exact', () => {
  const odd = [
    '',
    ' ',
    '.',
    '-',
    '+1',
    '-0',
    '-1',
    '1e18',
    '1E18',
    '0x10',
    '0b1',
    '1,5',
    '1 000',
    '1_000',
    '１２',
    '٣',
    '१',
    '1.2.3',
    '..1',
    '1..',
    ' 1',
    '1 ',
    '\u202e1',
    '1\u0000',
    'NaN',
    'Infinity',
    '½',
    '1\n',
    '1\u00a0',
    '1'.repeat(129),
    '1/2',
    "1'000",
  ]
  test.each(odd)('%j is an error', (text) => expect(() => parseAmount(text, 18)).toThrow(invalid))

  test.each([
    ['5.', 5_000n],
    ['.5', 500n],
    ['0', 0n],
    ['00012', 12_000n],
    ['0.000', 0n],
  ])('%j is %s', (text, base) => {
    expect(parseAmount(text, 3)).toBe(base)
  })

  test('each text of the "naughty strings" list is an error or exact', () => {
    const rows = naughty as readonly string[]
    expect(rows.length).toBeGreaterThan(450)
    for (const text of rows) {
      let base: bigint | undefined
      try {
        base = parseAmount(text, 18)
      } catch (error) {
        expect(error).toEqual(invalid)
        continue
      }
      expect(text).toMatch(/^\d*\.?\d*$/)
      expect(parseAmount(formatAmount(base, 18), 18)).toBe(base)
    }
  })
})

test('decimals that are not a whole number from 0 to 36 are an error', () => {
  for (const bad of [-1, 37, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => parseAmount('1', bad)).toThrow(invalid)
    expect(() => formatAmount(1n, bad)).toThrow(invalid)
    expect(() => displayAmount(1n, 18, bad)).toThrow(invalid)
  }
})

test('displayed amounts are truncated, never rounded up', () => {
  fc.assert(
    fc.property(uint256, decimals, fc.integer({ min: 0, max: 8 }), (base, places, shown) => {
      const text = displayAmount(base, places, shown)
      const scale = 10n ** BigInt(Math.max(0, shown - places))
      if (text.startsWith('<')) expect(base > 0n && base * 10n ** BigInt(shown) < 10n ** BigInt(places)).toBe(true)
      else expect(parseAmount(text, Math.max(places, shown)) <= base * scale).toBe(true)
    }),
    { numRuns: 10_000 },
  )
})

test.each([
  [1_500_000n, 6, 3, '1.5'],
  [1n, 18, 3, '<0.001'],
  [1n, 18, 0, '<1'],
  [-1n, 18, 3, '-<0.001'],
  [-1_500_000n, 6, 3, '-1.5'],
  [0n, 18, 3, '0'],
  [1_999_999n, 6, 2, '1.99'],
  [1_000_000n, 6, 2, '1'],
])('%s with %i decimals, displayed with %i fraction digits, is %s', (base, places, shown, text) => {
  expect(displayAmount(base, places, shown)).toBe(text)
})

test('L3: locales have no effect on parsing and formatting', () => {
  const original = Object.getOwnPropertyDescriptor(Intl, 'NumberFormat')
  for (const locale of ['de-DE', 'ar-EG', 'hi-IN']) {
    Object.defineProperty(Intl, 'NumberFormat', { ...original, value: () => new Intl.DateTimeFormat(locale) })
    expect(formatAmount(1_234_567_890_123n, 6)).toBe('1234567.890123')
    expect(parseAmount('1234567.890123', 6)).toBe(1_234_567_890_123n)
    expect(() => parseAmount('1.234.567,89', 6)).toThrow(invalid)
  }
  if (original) Object.defineProperty(Intl, 'NumberFormat', original)
})
