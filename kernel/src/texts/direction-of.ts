import type { Locale } from './i18n.js'

/** Right-to-left scripts that are in use today (ISO 15924). */
const rightToLeft = /Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa/

/** Writing direction of a language: that of its script subtag, such as `pa-Arab`, else of the script that the language is usually written in. */
export const directionOf = (locale: Locale): 'ltr' | 'rtl' =>
  rightToLeft.test(String(new Intl.Locale(locale).maximize().script)) ? 'rtl' : 'ltr'
