/** A BCP 47 language tag, such as `en` or `pt-BR`. */
export type Locale = string
/** Visitor-facing text by key. `{name}` is filled from the values; `key.one` and `key.other` are chosen by `count`. */
export type Strings = Readonly<Record<string, string>>
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string
/** Single strings that a site replaces, by plugin name and key. */
export type StringOverrides = Readonly<Record<string, Strings>>

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr')

/** The first of `wanted` that is offered, exactly or by its language alone; `en` where none is. */
export function chooseLocale(wanted: readonly Locale[], offered: readonly Locale[]): Locale {
  for (const locale of wanted) {
    const found = offered.find((one) => one === locale) ?? offered.find((one) => one === locale.split('-')[0])
    if (found) return found
  }
  return 'en'
}

/** Fills one message. A key without text is shown as it is, so that a gap is seen and never hidden. */
export function format(strings: Strings, locale: Locale, key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const { count } = values
  const plural = typeof count === 'number' ? `${key}.${new Intl.PluralRules(locale).select(count)}` : key
  const text = strings[plural] ?? strings[`${key}.other`] ?? strings[key] ?? key
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}
