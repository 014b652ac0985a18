import type { Locale } from './i18n.js'

/** Common scripts that are written from right to left (ISO 15924). */
const rightToLeft = /Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa/

/** Writing direction of a language, by the script in its tag (`pa-Arab`) or else its usual script. */
export const directionOf = (locale: Locale): 'ltr' | 'rtl' =>
  rightToLeft.test(String(new Intl.Locale(locale).maximize().script)) ? 'rtl' : 'ltr'
