import type { Locale } from './i18n.js'

/** Scripts written from right to left (ISO 15924). Omits liturgical scripts, and `Aran`, a style of `Arab` that few language tags contain. */
const rightToLeft = /Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa/

/** Writing direction of a language: that of its script subtag, such as `pa-Arab`, else of the script that the language is usually written in. */
export const directionOf = (locale: Locale): 'ltr' | 'rtl' =>
  rightToLeft.test(String(new Intl.Locale(locale).maximize().script)) ? 'rtl' : 'ltr'
