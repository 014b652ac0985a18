import { expect, it } from 'vitest'
import { toAsciiDigits } from './ascii-digits.js'

it.each([
  ['Arabic-Indic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Devanagari', '०१२३४५६७८९'],
  ['full-width', '０１２３４５６７８９'],
  ['mathematical', '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡'],
  ['ASCII', '0123456789'],
])('%s digits become ASCII digits', (_, digits) => {
  expect(toAsciiDigits(digits)).toBe('0123456789')
})

it('other characters stay unchanged', () => {
  expect(toAsciiDigits('A-٤ b²Ⅷ')).toBe('A-4 b²Ⅷ')
})
