import { fail, quote } from '../errors/errors.js'
import type { Locale } from './i18n.js'

/** Canonical form of a BCP 47 language tag. Throws `INVALID_ARGUMENT` for any other value. */
export function checkLocale(locale: unknown): Locale {
  try {
    return new Intl.Locale(typeof locale === 'string' ? locale : '').toString()
  } catch {
    return fail(
      'INVALID_ARGUMENT',
      `${quote(locale)} is not a language tag${process.env.NODE_ENV === 'production' ? '' : ' such as "en" or "pt-BR"'}.`,
    )
  }
}
