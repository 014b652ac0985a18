import { describe, expect, it } from 'vitest'
import { fieldsOf, invalidField, isDecimals, textOf, toPlainText } from './reply-fields.js'

const notObjects: readonly unknown[] = [undefined, null, 'text', 1, 1n, true, () => ({ a: 1 })]
const notTexts: readonly unknown[] = [undefined, null, 1, {}, ['a']]

describe('reading an untrusted reply', () => {
  it('reads the fields of objects and arrays', () => {
    expect(fieldsOf({ a: 1 }).a).toBe(1)
    expect(Object.values(fieldsOf(['a', 'b']))).toEqual(['a', 'b'])
  })

  it.each(notObjects)('reads no fields of %o', (value) => {
    expect(Object.entries(fieldsOf(value))).toEqual([])
    expect(fieldsOf(value).length).toBeUndefined()
  })

  it('cuts texts to 200 characters', () => {
    expect(textOf('USD Coin')).toBe('USD Coin')
    expect(textOf('x'.repeat(201))).toHaveLength(200)
    expect(toPlainText('x'.repeat(201))).toHaveLength(200)
  })

  it('leaves no half of a character that the limit cuts in plain text', () => {
    expect(toPlainText(`${'x'.repeat(199)}\u{1f98a}`)).toBe('x'.repeat(199))
  })

  it.each(notTexts)('reads no text from %o', (value) => {
    expect([textOf(value), toPlainText(value)]).toEqual(['', ''])
  })

  it('removes characters that could change the surrounding sentence from plain text', () => {
    expect(toPlainText(' taken\u202e by\n\u2028you\u0000 ')).toBe('taken  by you')
  })

  it('accepts whole numbers from 0 to 36 as decimals', () => {
    expect([0, 18, 36].every(isDecimals)).toBe(true)
    expect([-1, 37, 1.5, '18', 18n, null, Number.NaN].some(isDecimals)).toBe(false)
  })

  it('names the invalid field', () => {
    expect(() => invalidField('"amount"')).toThrow(new TypeError('"amount" is missing or wrong'))
  })
})
