import { expect, test } from 'vitest'
import { directionOf } from './direction-of.js'

test.each([
  ['rtl', ['ar-EG', 'he', 'fa-IR', 'ur', 'yi', 'dv', 'ps', 'sd', 'ug', 'ckb']],
  ['rtl', ['pa-Arab', 'pa-PK', 'az-Arab', 'ku-Arab', 'ff-Adlm', 'nqo', 'syr']],
  ['ltr', ['en', 'de', 'pt-BR', 'ku', 'pa', 'az', 'ar-Latn', 'zh-Hant-TW']],
])('L2: the direction %s is that of the script of %j', (direction, locales) => {
  expect(locales.filter((locale) => directionOf(locale) !== direction)).toEqual([])
})
