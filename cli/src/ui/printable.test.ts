import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteWord, toPrintable } from './printable.js'

describe('toPrintable', () => {
  it('escapes control and direction-changing characters', () => {
    expect(toPrintable('a\u001b[2Jb\u202ec\r\nd')).toBe('a\\u{1b}[2Jb\\u{202e}c\\u{d}\nd')
  })
})

describe('quoteWord', () => {
  it('N6 quotes any text as one word for a shell', () => {
    const text = fc.string({ unit: fc.constantFrom(...'a \'"$`\\;&|*?<>()#!~ü'), minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(text, (word) => {
        expect(execFileSync('sh', ['-c', `printf %s ${quoteWord(word)}`], { encoding: 'utf8' })).toBe(word)
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    ['sites\\shop', 'sites\\shop'],
    ['my site', '"my site"'],
    ["It's", '"It\'s"'],
    ['say "hi"', '"say ""hi"""'],
  ])('quotes %s on Windows for cmd and PowerShell', (word, quoted) => {
    expect(quoteWord(word, 'win32')).toBe(quoted)
  })

  it('does not quote a word without special characters', () => {
    expect(quoteWord('my-site/a.b')).toBe('my-site/a.b')
  })
})
