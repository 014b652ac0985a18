import { describe, expect, test } from 'vitest'
import { chooseLocale, format } from './i18n.js'

test('the plural form follows the language', () => {
  const english = { 'wallets.one': '{count} wallet', 'wallets.other': '{count} wallets' }
  expect([0, 1, 2].map((count) => format(english, 'en', 'wallets', { count }))).toEqual([
    '0 wallets',
    '1 wallet',
    '2 wallets',
  ])
  const arabic = {
    'wallets.zero': 'z',
    'wallets.one': 'o',
    'wallets.two': 't',
    'wallets.few': 'f',
    'wallets.many': 'm',
    'wallets.other': 'x',
  }
  expect([0, 1, 2, 3, 11, 100].map((count) => format(arabic, 'ar', 'wallets', { count })).join('')).toBe('zotfmx')
})

test('if the plural form is missing, the form "other" is used', () => {
  expect(format({ 'w.other': 'general' }, 'en', 'w', { count: 1 })).toBe('general')
})

test('if a key has no text, the key is displayed instead', () => {
  expect(format({}, 'en', 'connect.title')).toBe('connect.title')
})

test('G6: keys and values that objects inherit are ignored', () => {
  for (const key of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) expect(format({}, 'en', key)).toBe(key)
  expect(format({ a: '{constructor} {__proto__}' }, 'en', 'a', {})).toBe('{constructor} {__proto__}')
})

test('a placeholder without a value is kept, and values are inserted unchanged', () => {
  expect(format({ a: '{x} and {y}' }, 'en', 'a', { x: '{y} $& <b>' })).toBe('{y} $& <b> and {y}')
})

describe('chooseLocale', () => {
  test.each([
    ['pt-BR', ['en', 'pt', 'pt-BR'], 'pt-BR'],
    ['pt-PT', ['en', 'pt'], 'pt'],
    ['zh-Hant-TW', ['en', 'zh', 'zh-Hant'], 'zh-Hant'],
    ['fr', ['en', 'de'], 'en'],
    ['en-GB', [], 'en'],
  ])('for the wanted locale %s and the available %j, returns %s', (wanted, offered, chosen) => {
    expect(chooseLocale(wanted, Object.fromEntries(offered.map((tag) => [tag, null])))).toBe(chosen)
  })
})
