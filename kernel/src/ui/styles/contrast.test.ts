import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast, luminance, parseHex, type Rgb, readableOn, TEXT_CONTRAST, textOn, toHex } from './contrast.js'

const part = fc.integer({ min: 0, max: 255 })
const colour: fc.Arbitrary<Rgb> = fc.tuple(part, part, part)

it('contrast and luminance equal the values that WCAG publishes', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBe(21)
  expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2)
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2)
  expect(luminance([255, 0, 0])).toBeCloseTo(0.2126, 4)
})

it('parseHex parses the colours that toHex formats', () => {
  fc.assert(fc.property(colour, (rgb) => void expect(parseHex(toHex(rgb))).toEqual(rgb)))
  expect(parseHex('#Fa0')).toEqual([255, 170, 0])
  expect(parseHex('#01020380')).toEqual([1, 2, 3])
})

it.each(['', 'red', '#12', '#12345', '#1234567', 'url(#fff)', '#ggg', '#fff;}'])(
  'parseHex returns null for %j',
  (text) => {
    expect(parseHex(text)).toBeNull()
  },
)

it('M3: text on any colour reaches 4.5:1', () => {
  fc.assert(
    fc.property(
      colour,
      (background) => void expect(contrast(textOn(background), background)).toBeGreaterThanOrEqual(TEXT_CONTRAST),
    ),
  )
})

it('M3: any colour as text on light or dark surfaces reaches 4.5:1', () => {
  const surfaces = fc.constantFrom<readonly Rgb[]>(
    [
      [255, 255, 255],
      [233, 235, 239],
    ],
    [
      [23, 24, 28],
      [43, 46, 54],
    ],
  )
  fc.assert(
    fc.property(surfaces, colour, (backgrounds, accent) => {
      const text = readableOn(backgrounds, accent)
      for (const background of backgrounds) expect(contrast(text, background)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
    }),
  )
})

it('readableOn does not change a colour that is readable', () => {
  expect(readableOn([[255, 255, 255]], [0, 0, 160])).toEqual([0, 0, 160])
})
