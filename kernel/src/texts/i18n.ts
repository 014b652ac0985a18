/** BCP 47 language tag, such as `en` or `pt-BR`. */
export type Locale = string
/** Texts for visitors by key. `{name}` is replaced by a value; `key.one` and `key.other` are chosen by `count`. */
export type Strings = Readonly<Record<string, string>>
/** Returns the text of a key, with its placeholders replaced by `values`. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string
/** Overridden texts, by plugin name and key. */
export type StringOverrides = Readonly<Record<string, Strings>>

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Writing direction of a language. */
export const directionOf = (locale: Locale): 'ltr' | 'rtl' =>
  rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr'

/** First of the requested languages that is available, exactly or as a prefix (`pt-BR`, then `pt`); `en` if none is. */
export function chooseLocale(requested: readonly Locale[], available: readonly Locale[]): Locale {
  for (const locale of requested) {
    for (const subtags = locale.split('-'); subtags.length > 0; subtags.pop()) {
      if (available.includes(subtags.join('-'))) return subtags.join('-')
    }
  }
  return 'en'
}

const find = (strings: Strings, key: string): string | undefined =>
  Object.hasOwn(strings, key) ? strings[key] : undefined

const pluralRules = new Map<Locale, Intl.PluralRules>()

/** Plural category of a number. The rules are cached, because creating them takes 1 to 3 ms. */
function pluralOf(locale: Locale, count: number): Intl.LDMLPluralRule {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale)
  pluralRules.set(locale, rules)
  return rules.select(count)
}

/** Text of a key, with its placeholders replaced. The key itself if there is no text, so that the missing text is visible. */
export function format(
  strings: Strings,
  locale: Locale,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const { count } = values
  const plural = typeof count === 'number' ? `${key}.${pluralOf(locale, count)}` : key
  const text = find(strings, plural) ?? find(strings, `${key}.other`) ?? find(strings, key) ?? key
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  )
}
