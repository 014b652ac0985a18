import { expect, test } from 'vitest'
import { groupDigits } from './group-digits.js'

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['25000.5', '25,000.5'],
  ['123456789.123456789', '123,456,789.123456789'],
  ['0.12345678', '0.12345678'],
  ['-1234567', '-1,234,567'],
  ['<0.001', '<0.001'],
])('groupDigits: the integer digits of %s are written as %s', (amount, grouped) => {
  expect(groupDigits(amount)).toBe(grouped)
})
