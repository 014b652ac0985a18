import { propertyName, stringLiteral } from '../arguments/literal.js'

/** English texts by owner (a plugin or an entry of the kernel) and key. */
type EnglishTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

const categories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** Plural forms of a language, in the order of {@link categories}. */
function pluralForms(locale: string): readonly string[] {
  const used: readonly string[] = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  return categories.filter((category) => used.includes(category))
}

/** Replaces the English plural forms `one` and `other` of the texts by the plural forms of the language. */
function withForms(
  texts: Readonly<Record<string, string>>,
  forms: readonly string[],
): Readonly<Record<string, string>> {
  const result: Record<string, string> = {}
  for (const [key, text] of Object.entries(texts)) {
    const base = key.replace(/\.(one|other)$/, '')
    const other = texts[`${base}.other`]
    if (base === key || other === undefined) result[key] = text
    else for (const form of forms) result[`${base}.${form}`] = texts[`${base}.${form}`] ?? other
  }
  return result
}

/** Text of a language file: all English texts, as the start of a translation. The TypeScript compiler checks its plugin names and keys. */
export function languageFile(locale: string, texts: EnglishTexts, language: 'ts' | 'js'): string {
  const { baseName } = new Intl.Locale(locale) // `Intl.DisplayNames` refuses extensions, such as -u-co-phonebk
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(baseName) ?? locale
  const forms = pluralForms(locale)
  const owners = Object.keys(texts)
  const entries = owners.map((owner) => {
    const lines = Object.entries(withForms(texts[owner] ?? {}, forms)).map(
      ([key, text]) => `    ${propertyName(key)}: ${stringLiteral(text)},\n`,
    )
    return `  ${stringLiteral(owner)}: {\n${lines.join('')}  },\n`
  })
  const notice = `// Texts of the modal in ${name} (${locale}). Translate the values. A text that you remove is shown in English.\n`
  const object = `export default {\n${entries.join('')}}`
  if (language === 'js') return `${notice}\n${object}\n`
  const types = owners.map(
    (owner) => `  ${stringLiteral(owner)}: typeof import(${stringLiteral(`${owner}/texts`)}).strings\n`,
  )
  return `${notice}
import type { LanguageOf } from '@wallet-modal/kernel'

interface English {
${types.join('')}}

${object} satisfies LanguageOf<English>
`
}
