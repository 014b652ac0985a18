import { describe, expect, it } from 'vitest'
import { readBytes } from './readable.js'

const read = (text: string): string => readBytes(new TextEncoder().encode(text))

describe('readBytes', () => {
  it.each(['Hello', 'Zwei\nZeilen\tmit Umlaut: ü', '日本語', 'می‌خواهم', '👩‍💻', 'مرحبا', ''])(
    'reads %j as text',
    (text) => {
      expect(read(text)).toBe(text)
    },
  )

  it.each([
    ['reverses the direction of the text', 'pay \u202Eeciла'],
    ['is invisible', 'a\u200Bb'],
    ['is a control character', 'a\u0007'],
    ['is an invisible tag', 'a\u{E0041}'],
    ['is a line separator', 'a\u2028b'],
    ['is a byte order mark', '\uFEFFa'],
  ])('shows a text as hex if one of its characters %s', (_, text) => {
    expect(read(text)).toBe(`0x${Buffer.from(text).toString('hex')}`)
  })

  it('shows bytes that are not UTF-8 as hex', () => {
    expect(readBytes(Uint8Array.of(0xff, 0x00, 0x80))).toBe('0xff0080')
  })
})
