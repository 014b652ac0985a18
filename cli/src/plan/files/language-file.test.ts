import { describe, expect, it } from 'vitest'
import { languageFile } from './language-file.js'

const texts = {
  '@wallet-modal/connect': {
    'connect.title': 'Connect Wallet',
    'all.one': '{count} wallet',
    'all.other': '{count} wallets',
  },
  shop: { title: "The shop's {name}" },
}

describe('a language file', () => {
  it('contains the English texts, and checks plugin names and keys in TypeScript', () => {
    expect(
      languageFile('nl', texts, 'ts'),
    ).toBe(`// Texts of the modal in Dutch (nl). Translate the values. A text that you remove is shown in English.

import type { LanguageOf } from '@wallet-modal/kernel'

interface English {
  '@wallet-modal/connect': typeof import('@wallet-modal/connect/texts').strings
  'shop': typeof import('shop/texts').strings
}

export default {
  '@wallet-modal/connect': {
    'connect.title': 'Connect Wallet',
    'all.one': '{count} wallet',
    'all.other': '{count} wallets',
  },
  'shop': {
    title: 'The shop\\'s {name}',
  },
} satisfies LanguageOf<English>
`)
  })

  it('is an object without types in JavaScript', () => {
    const file = languageFile('nl', { shop: { title: 'Shop' } }, 'js')
    expect(file).toContain("export default {\n  'shop': {\n    title: 'Shop',\n  },\n}\n")
    expect(file).not.toMatch(/import|satisfies/)
  })

  it('names the language of a locale that has an extension', () => {
    const file = languageFile('de-u-co-phonebk', { shop: { title: 'Shop' } }, 'js')
    expect(file).toContain('in German (de-u-co-phonebk)')
  })

  it.each([
    ['ja', ['other']],
    ['fr', ['one', 'many', 'other']],
    ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
  ])('has the plural forms of %s', (locale, forms) => {
    const file = languageFile(locale, { shop: { 'all.one': '1', 'all.other': 'n' } }, 'js')
    const found = [...file.matchAll(/'all\.(\w+)': '(.)'/g)]
    expect(found.map(([, form]) => form)).toEqual(forms)
    expect(found.map(([, form, text]) => text === (form === 'one' ? '1' : 'n'))).not.toContain(false)
  })
})
