import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWalletModal } from '../modal/modal.js'
import { definePlugin } from '../plugins/plugin.js'
import { signal } from '../signals.js'
import { createMessages } from './messages.js'

const warnings: string[] = []
beforeEach(() => {
  warnings.length = 0
  vi.spyOn(console, 'warn').mockImplementation((...details) => void warnings.push(details.join(' ')))
})
afterEach(() => void vi.restoreAllMocks())

const english = { hello: 'Hello', 'wallets.one': '{count} wallet', 'wallets.other': '{count} wallets', bye: 'Bye' }
const plugin = definePlugin({ name: 'shop', kernel: '^0.1', setup: () => null })

test('"strings" with the name of a plugin that the modal does not have is reported, at every log level', () => {
  const strings = { shop: { hello: 'Ahoy' }, shpo: { hello: 'Ahoy' }, '@wallet-modal/kernel': { close: 'Shut' } }
  createWalletModal({ logLevel: 'silent', strings, plugins: [plugin()] }).dispose()
  expect(warnings).toEqual(['[wallet-modal] "strings" names "shpo", which is no plugin of this modal.'])
})

test('unknown keys in "strings" are reported once, when the texts are loaded', async () => {
  const messages = createMessages(signal('en'), { strings: { one: { helo: 'Ahoy', 'wallets.many': '{count} W' } } })
  messages.of('one', { en: async () => english })
  await messages.load('one')
  await messages.load('one')
  expect(warnings).toEqual(['[wallet-modal] "strings": "one" has no text with the key "helo".'])
})

test('unknown and missing keys in a language of the site are reported; plural forms count as one key', async () => {
  const texts = { helo: 'Bonjour', hello: 'Bonjour', 'wallets.many': '{count} W', 'wallets.other': '{count} w' }
  const languages = { fr: async () => ({ default: { two: texts } }) }
  const messages = createMessages(signal('fr'), { languages })
  messages.of('two', { en: async () => english, de: async () => english })
  await messages.load('two')
  expect(warnings).toEqual([
    '[wallet-modal] "languages.fr": "two" has no text with the key "helo".',
    '[wallet-modal] "languages.fr" lacks 1 text of "two", displayed in English: "bye".',
  ])
})

test('a language file without a default export is reported with its field', async () => {
  const failures: unknown[] = []
  const languages = { it: async () => ({}) as never }
  const messages = createMessages(signal('it'), { languages, failed: (_, error) => failures.push(error) })
  messages.of('four', { en: async () => english })
  await messages.load('four')
  expect(failures).toMatchObject([{ code: 'INVALID_CONFIG', message: expect.stringContaining('"languages.it"') }])
})

test('a plugin without texts in the file is reported, except a plugin that is in English only', async () => {
  const languages = { fr: async () => ({ default: {} }) }
  const messages = createMessages(signal('fr'), { languages })
  messages.of('five', { en: async () => ({ hello: 'Hello' }), de: async () => ({}) })
  messages.of('six', { en: async () => ({ hello: 'Hello' }) })
  await messages.loadAll()
  expect(warnings).toEqual(['[wallet-modal] "languages.fr" lacks 1 text of "five", displayed in English: "hello".'])
})
