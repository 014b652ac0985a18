// @vitest-environment happy-dom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, parseHex, TEXT_CONTRAST } from './contrast.js'
import { styles } from './styles.js'
import { colours, surfaces, writeTokens } from './tokens.js'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const read = (text: string | undefined) => parseHex(text ?? '') ?? [0, 0, 0]
const textOf = (sheet: CSSStyleSheet): string => [...sheet.cssRules].map((rule) => rule.cssText).join('\n')

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s mode', (_, side) => {
  it.each(['text', 'muted', 'danger', 'success', 'warning'])('M3: %s is readable on every surface', (name) => {
    for (const surface of surfaces(side)) {
      expect(contrast(read(colours({}, side)[name]), surface)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
    }
  })

  it('the precomputed default accent equals the computed accent', () => {
    const given = colours({}, side)
    expect(colours({ accent: String(given.accent) }, side)).toEqual(given)
  })

  it('M3: 20 random accents are readable, as text and behind text', () => {
    fc.assert(
      fc.property(hex, (accent) => {
        const tokens = colours({ accent }, side)
        expect(tokens.accent).toBe(accent)
        expect(contrast(read(tokens['on-accent']), read(accent))).toBeGreaterThanOrEqual(TEXT_CONTRAST)
        for (const surface of surfaces(side)) {
          expect(contrast(read(tokens['accent-text']), surface)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
        }
      }),
      { numRuns: 20 },
    )
  })
})

it('writeTokens sets sizes, font and z-index through the CSSOM', () => {
  const sheet = new CSSStyleSheet()
  writeTokens(sheet, { mode: 'light', radius: 8, width: 400, zIndex: 5, font: 'Inter, sans-serif' })
  const [rule] = sheet.cssRules
  const style = rule instanceof CSSStyleRule ? rule.style : undefined
  expect(style?.getPropertyValue('--wm-radius')).toBe('8px')
  expect(style?.getPropertyValue('--wm-width')).toBe('400px')
  expect(style?.getPropertyValue('--wm-z')).toBe('5')
  expect(style?.getPropertyValue('--wm-font')).toContain('Inter')
})

it('writeTokens follows the colour scheme of the operating system only in mode auto', () => {
  const sheet = new CSSStyleSheet()
  writeTokens(sheet, { mode: 'auto' })
  expect(textOf(sheet)).toContain('prefers-color-scheme')
  writeTokens(sheet, { mode: 'dark' })
  expect(textOf(sheet)).not.toContain('prefers-color-scheme')
  expect(textOf(sheet)).toContain('--wm-bg: #17181c')
})

it('G5: a hostile colour is not written to the style sheet', () => {
  const hostile = [
    '#fff}*{background:url(//evil.example)',
    'url(//evil.example)',
    '@import "//evil.example"',
    'expression(1)',
    '#12',
  ]
  for (const accent of hostile) {
    const sheet = new CSSStyleSheet()
    writeTokens(sheet, { accent, overlay: accent })
    expect(textOf(sheet)).not.toMatch(/evil|expression|@import/)
    expect(textOf(sheet)).toContain('--wm-accent: #4a5cff')
  }
})

it('G5: the styles load no resources', () => {
  expect(styles).not.toMatch(/url\(|@import|expression|image-set|@font-face/)
})

it('L2: the styles have no left or right margins, paddings, borders, text alignment or floats', () => {
  expect(styles).not.toMatch(/(margin|padding|border)-(left|right)|text-align:(left|right)|float:/)
})
