import { readWallets } from '@wallet-modal/wallets/list'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { colorFor, initialsOf, monogram } from './monogram.js'

const wallets = (await readWallets()).map(({ record: { id, name }, mark, color = colorFor(id) }) => ({
  ...{ name, mark, color },
}))

test.each([
  ['MetaMask', 'MM'],
  ['Trust Wallet', 'T'],
  ['Coinbase Wallet', 'C'],
  ['1inch Wallet', '1'],
  ['Best Wallet', 'B'],
  ['Wallet', 'W'],
  ['Sandbox Two', 'ST'],
  ['', '?'],
  ['🦊', '?'],
  ['Ünïcode Ärger', 'ÜÄ'],
])('the initials of "%s" are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('no name can add markup to the SVG', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(monogram(name, '#123456')).toMatch(/^<svg [^<>]*><rect [^<>]*\/><text [^<>]*>[^<>]+<\/text><\/svg>$/)
    }),
  )
})

test('a wallet always has the same monogram, and more than 80% of the monograms are unique', () => {
  const unmarked = wallets.filter(({ mark }) => !mark)
  const drawn = unmarked.map(({ name, color }) => monogram(name, color))
  expect(unmarked.map(({ name, color }) => monogram(name, color))).toEqual(drawn)
  expect(new Set(drawn).size).toBeGreaterThan(unmarked.length * 0.8)
})

test.each(wallets.map(({ name, color }) => [name, color]))(
  'the initials of %s on %s are legible (contrast 4.5)',
  (name, color) => {
    const ink = /fill="(#000000|#ffffff)" font/.exec(monogram(name, color))?.[1]
    const [light, dark] = [luminance(color), ink === '#ffffff' ? 1 : 0].sort((a, b) => b - a)
    expect(((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)).toBeGreaterThanOrEqual(4.5)
  },
)

function luminance(color: string): number {
  const linear = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0)
}
