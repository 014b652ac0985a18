import { fail } from '../errors/errors.js'
import { type Catalogue, chooseLocale, type Languages, type Locale } from './i18n.js'
import { warnAboutKeys } from './warnings.js'

/**
 * Adds the site's texts in the requested language to the catalogue of one owner. Texts that the site's file lacks come from the catalogue. Never
 * rejects: if the file cannot be loaded, the catalogue's function for the language rejects.
 */
export async function withLanguages(
  owner: string,
  catalogue: Catalogue,
  languages: Languages,
  requested: Locale,
): Promise<Catalogue> {
  const locale = chooseLocale(requested, { ...catalogue, ...languages })
  const load = languages[locale]
  if (!load) return catalogue
  try {
    const { default: file } = await load()
    if (typeof file !== 'object')
      fail(
        'INVALID_CONFIG',
        `"languages.${locale}" must import a file with texts by plugin and key as its default export.`,
      )
    const texts = file[owner]
    const builtIn = chooseLocale(locale, catalogue)
    if (process.env.NODE_ENV !== 'production') {
      // plugins with English texts only, such as development tools, need no texts in the file
      const warnsAboutMissing = builtIn === 'en' && locale !== 'en' && Object.keys(catalogue).length > 1
      const english = await catalogue['en']?.().catch(() => undefined)
      if (english) warnAboutKeys(`languages.${locale}`, owner, { english, texts: texts ?? {}, warnsAboutMissing })
    }
    if (!texts) return catalogue
    return { ...catalogue, [locale]: async () => ({ ...(await catalogue[builtIn]?.()), ...texts }) }
  } catch (error) {
    return { ...catalogue, [locale]: () => Promise.reject(error) }
  }
}
