import fc from 'fast-check'
import { expect, it } from 'vitest'
import { likeness, plainIcon, plainName } from './discovery.js'

it.each([
  ['a plain name unchanged', 'Zephyr', 'Zephyr'],
  ['a name without direction marks and control characters', '  Ze\u202ephyr\u0000\n', 'Zephyr'],
  ['undefined for a name without visible characters', '\u200b\u200b', undefined],
  ['undefined for a name of filler characters only', '\u3164\ufe0f\u034f', undefined],
  ['a name without filler characters', 'Ze\u3164ph\ufe0fyr\u{e0100}', 'Zephyr'],
  ['undefined for an empty name', '', undefined],
  ['the first 64 characters of a long name', 'x'.repeat(100), 'x'.repeat(64)],
  ['whole characters at the limit', `${'x'.repeat(63)}\u{1f98a}y`, `${'x'.repeat(63)}\u{1f98a}`],
  ['undefined for a name that begins with too many invisible characters', `${'\u200b'.repeat(200_000)}late`, undefined],
  ['undefined for a number', 7, undefined],
  ['undefined for null', null, undefined],
])('G3: plainName returns %s', (_, name, shown) => {
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
  ['a PNG data URL is accepted', 'data:image/png;base64,AA==', true],
  ['an SVG data URL is accepted', 'DATA:IMAGE/SVG+XML,<svg/>', true],
  ['an HTML data URL is rejected', 'data:text/html,<script>', false],
  ['an https URL is rejected', 'https://wallet.example/icon.png', false],
  ['a javascript URL is rejected', 'javascript:alert(1)', false],
  ['a PNG of 200,000 characters is rejected', `data:image/png;base64,${'A'.repeat(200_000)}`, false],
  ['undefined is rejected', undefined, false],
])('G3: as an icon, %s', (_, icon, isTaken) => {
  expect(plainIcon(icon)).toBe(isTaken ? icon : undefined)
})

it.each([
  ['in capitals', 'ZEPHYR'],
  ['with spaces', 'Zep\u00a0h y\u2003r'],
  ['with accents and overlays', 'Ze\u0301phy\u0338r'],
  ['with full-width letters', '\uff3aephyr'],
  ['with Cyrillic letters', 'Z\u0435\u0440h\u0443r'],
  ['with a Braille blank', 'Ze\u2800phyr'],
])('G3: a name %s has the same key as the name that it imitates', (_, name) => {
  expect(likeness(name)).toBe(likeness('Zephyr'))
})

it('G3: names that differ only in look-alikes (l, I and 1; rn and m; 0 and o) have the same key; other names do not', () => {
  for (const [one, other] of [
    ['Solflare', 'So1flare'],
    ['Solflare', 'SoIflare'],
    ['Amber', 'Arnber'],
    ['Nova', 'N0va'],
  ] as const)
    expect(likeness(one)).toBe(likeness(other))
  expect(new Set(['Amber', 'Cobalt', 'Zephyr', 'Zephir', 'Sol', 'Sun'].map(likeness)).size).toBe(6)
})
