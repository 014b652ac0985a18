/** BCP 47 language tag, such as `en` or `pt-BR`. */
export type Locale = string
/**
 * Texts for visitors by key. `{name}` is a placeholder for a value. Plural forms have a key for each CLDR category: `items.one`, `items.other`. The
 * value `count` selects the form.
 */
export type Strings = Readonly<Record<string, string>>
/** Returns the text of a key, with its placeholders replaced by `values`. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string
/**
 * Texts of the site, by plugin name and key. In the option `strings`, they replace built-in texts. In a language file, they are the texts of that
 * language.
 */
export type StringOverrides = Readonly<Record<string, Strings>>
/** Functions that load the texts of a plugin or of the kernel, by language. */
export type Catalogue = Readonly<Record<Locale, () => Promise<Strings>>>
/** Functions that import a site's own languages, by BCP 47 tag. The default export of the module has texts by plugin name and key. */
export type Languages = Readonly<Record<Locale, () => Promise<{ readonly default: StringOverrides }>>>

/** The key itself and, for a plural form, the forms of all languages: French has `many`, Arabic also `zero`, `two` and `few`. */
type Forms<Key> = Key | (Key extends `${infer Base}.other` ? `${Base}.${Intl.LDMLPluralRule}` : never)

/**
 * Type of a file with the texts of one language: `satisfies LanguageOf<typeof english>` makes a misspelt plugin name or key a compile error.
 * `English`: the English texts, by plugin name and key. Missing texts are shown in English.
 */
export type LanguageOf<English> = {
  readonly [Plugin in keyof English]?: { readonly [Key in Forms<keyof English[Plugin]>]?: string }
}

/**
 * Best match in the keys of `available`: the requested tag, else the tag with its last subtags removed one by one (`zh-Hant-TW`, `zh-Hant`, `zh`),
 * else `en`.
 */
export function chooseLocale(requested: Locale, available: object): Locale {
  if (Object.hasOwn(available, requested)) return requested
  const end = requested.lastIndexOf('-')
  return end < 0 ? 'en' : chooseLocale(requested.slice(0, end), available)
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
