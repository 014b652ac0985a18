import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainIcon, plainName } from './discovery.js'

it.each([
  ['as it is', 'Zephyr', 'Zephyr'],
  ['without marks and controls', '  Ze\u202ephyr\u0000\n', 'Zephyr'],
  ['not, where nothing can be seen', '\u200b\u200b', undefined],
  ['not, where it is empty', '', undefined],
  ['up to its 64th character', 'x'.repeat(100), 'x'.repeat(64)],
  ['not, where what can be seen begins too late', `${'\u200b'.repeat(200_000)}late`, undefined],
  ['not, where it is a number', 7, undefined],
  ['not, where it is null', null, undefined],
])('G3: a name is shown %s', (_, name, shown) => {
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
  ['a PNG', 'data:image/png;base64,AA==', true],
  ['an SVG', 'DATA:IMAGE/SVG+XML,<svg/>', true],
  ['a page', 'data:text/html,<script>', false],
  ['an address', 'https://wallet.example/icon.png', false],
  ['a script', 'javascript:alert(1)', false],
  ['an endless PNG', `data:image/png;base64,${'A'.repeat(200_000)}`, false],
  ['nothing', undefined, false],
])('G3: %s as an icon', (_, icon, isTaken) => {
  expect(plainIcon(icon)).toBe(isTaken ? icon : undefined)
})
