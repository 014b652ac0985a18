import fc from 'fast-check'
import { expect, it } from 'vitest'
import { likeness, plainIcon, plainName } from './discovery.js'

it.each([
  ['unchanged', 'Zephyr', 'Zephyr'],
  ['without marks and controls', '  Ze\u202ephyr\u0000\n', 'Zephyr'],
  ['not, if no character is visible', '\u200b\u200b', undefined],
  ['not, if it has only fillers', '\u3164\ufe0f\u034f', undefined],
  ['without fillers', 'Ze\u3164ph\ufe0fyr\u{e0100}', 'Zephyr'],
  ['not, if it is empty', '', undefined],
  ['up to its 64th character', 'x'.repeat(100), 'x'.repeat(64)],
  ['not, if visible characters begin too late', `${'\u200b'.repeat(200_000)}late`, undefined],
  ['not, if it is a number', 7, undefined],
  ['not, if it is null', null, undefined],
])('G3: a name is accepted %s', (_, name, shown) => {
  expect(plainName(name)).toBe(shown)
})

it('G3: for any value, an accepted name has at most 64 characters and no control characters', () => {
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

it.each([
  ['without case', 'ZEPHYR'],
  ['without spaces', 'Zep\u00a0h y\u2003r'],
  ['without accents and what overlays', 'Ze\u0301phy\u0338r'],
  ['in wide letters', '\uff3aephyr'],
  ['with Cyrillic letters', 'Z\u0435\u0440h\u0443r'],
  ['with a blank of Braille', 'Ze\u2800phyr'],
])('G3: a name %s has the same key as the name that it imitates', (_, name) => {
  expect(likeness(name)).toBe(likeness('Zephyr'))
})

it('G3: l, I and 1, rn and m, 0 and o have the same key; other letters do not', () => {
  for (const [one, other] of [
    ['Solflare', 'So1flare'],
    ['Solflare', 'SoIflare'],
    ['Amber', 'Arnber'],
    ['Nova', 'N0va'],
  ] as const)
    expect(likeness(one)).toBe(likeness(other))
  expect(new Set(['Amber', 'Cobalt', 'Zephyr', 'Zephir', 'Sol', 'Sun'].map(likeness)).size).toBe(6)
})
