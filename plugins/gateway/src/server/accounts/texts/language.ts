import type { Context } from 'hono'

const languages = ['en', 'de', 'ar'] as const
/** Language of mails, and of the HTML pages that the gateway renders itself: the pages of device links and social logins. */
export type Language = (typeof languages)[number]

/** Preferred supported language of a list in the syntax of `Accept-Language` (RFC 9110). Default: English. */
export function toLanguage(accepted: string): Language {
  const ranges = accepted.slice(0, 200).split(',')
  const ordered = ranges
    .map((range) => {
      const [tag = '', quality] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/)
      return { primary: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  for (const { primary } of ordered) {
    const found = languages.find((language) => language === primary)
    if (found) return found
  }
  return 'en'
}

/**
 * Language of a request: the query parameter `locale`, else `Accept-Language`. The frame of `@wallet-modal/email-social` sends its own language in
 * this header.
 */
export const languageOf = (c: Context): Language =>
  toLanguage(c.req.query('locale') ?? c.req.header('accept-language') ?? '')

export const directionOf = (language: Language): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr')

type Texts<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>

/** Creates the text function of a set of translations. Values keep their own direction inside right-to-left texts (Unicode isolates). */
export const textsOf =
  <Key extends string>(texts: Texts<Key>) =>
  (language: Language, key: Key, values: Readonly<Record<string, string>> = {}): string =>
    texts[language][key].replace(/\{(\w+)\}/g, (all, name: string) => {
      const value = values[name]
      if (value === undefined) return all
      return directionOf(language) === 'rtl' ? `\u2068${value}\u2069` : value
    })
