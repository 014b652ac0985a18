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
    ['turns the text around', 'pay \u202Eeciла'],
    ['is not seen', 'a\u200Bb'],
    ['rings a bell', 'a\u0007'],
    ['hides letters in tags', 'a\u{E0041}'],
    ['starts a line of its own', 'a\u2028b'],
    ['stands before the text', '\uFEFFa'],
  ])('shows the bytes where one %s', (_, text) => {
    expect(read(text)).toBe(`0x${Buffer.from(text).toString('hex')}`)
  })

  it('shows the bytes of anything else', () => {
    expect(readBytes(Uint8Array.of(0xff, 0x00, 0x80))).toBe('0xff0080')
  })
})
