import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainIcon, plainName } from './discovery.js'

it.each([
  ['Zephyr', 'Zephyr'],
  ['  Ze\u202ephyr\u0000\n', 'Zephyr'],
  ['\u200b\u200b', undefined],
  ['', undefined],
  ['x'.repeat(100), 'x'.repeat(64)],
  [`${'\u200b'.repeat(200_000)}late`, undefined],
  [7, undefined],
  [null, undefined],
])('G3: the name %j is shown as %j', (name, shown) => {
  expect(plainName(name)).toBe(shown)
})

it('G3: whatever a wallet calls itself, what is shown is short and has no controls', () => {
  fc.assert(
    fc.property(fc.anything(), (name) => {
      const shown = plainName(name)
      expect(shown === undefined || (shown.length > 0 && shown.length <= 64 && !/[\p{Cc}\p{Cf}]/u.test(shown))).toBe(
        true,
      )
    }),
  )
})

it.each([
  ['data:image/png;base64,AA==', true],
  ['DATA:IMAGE/SVG+XML,<svg/>', true],
  ['data:text/html,<script>', false],
  ['https://wallet.example/icon.png', false],
  ['javascript:alert(1)', false],
  [`data:image/png;base64,${'A'.repeat(200_000)}`, false],
  [undefined, false],
])('G3: of the icon %.40j it is %s that it is taken', (icon, isTaken) => {
  expect(plainIcon(icon)).toBe(isTaken ? icon : undefined)
})
