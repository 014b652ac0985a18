/** BCP 47 language tag, such as `en` or `pt-BR`. */
export type Locale = string
/** Texts for visitors by key. `{name}` is replaced by a value; `key.one` and `key.other` are chosen by `count`. */
export type Strings = Readonly<Record<string, string>>
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string
/** Overridden strings, by plugin name and key. */
export type StringOverrides = Readonly<Record<string, Strings>>

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

export const directionOf = (locale: Locale): 'ltr' | 'rtl' =>
  rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr'

/** First of the `wanted` languages that is offered, exactly or as a prefix (`pt-BR`, then `pt`); `en` if there is none. */
export function chooseLocale(wanted: readonly Locale[], offered: readonly Locale[]): Locale {
  for (const locale of wanted) {
    for (const parts = locale.split('-'); parts.length > 0; parts.pop()) {
      if (offered.includes(parts.join('-'))) return parts.join('-')
    }
  }
  return 'en'
}

const own = (strings: Strings, key: string): string | undefined =>
  Object.hasOwn(strings, key) ? strings[key] : undefined

const pluralRules = new Map<Locale, Intl.PluralRules>()

/** Plural category of a number. Creating the rules takes 1 to 3 ms, which a search would spend at each letter. */
function pluralOf(locale: Locale, count: number): Intl.LDMLPluralRule {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale)
  pluralRules.set(locale, rules)
  return rules.select(count)
}

/** Formats a message. A missing key is displayed itself, so that the gap is visible. */
export function format(
  strings: Strings,
  locale: Locale,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const { count } = values
  const plural = typeof count === 'number' ? `${key}.${pluralOf(locale, count)}` : key
  const text = own(strings, plural) ?? own(strings, `${key}.other`) ?? own(strings, key) ?? key
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}
