import { describe, expect, test, vi } from 'vitest'
import { computed, signal } from '../signals.js'
import type { StringOverrides } from './i18n.js'
import { createMessages } from './messages.js'

const english = { hello: 'Hello', bye: 'Bye' }

test('texts are in the current language; missing ones are in English', async () => {
  const locale = signal('de-AT')
  const messages = createMessages(locale)
  const t = messages.of('p', { en: async () => english, de: async () => ({ hello: 'Hallo' }) })
  expect(t('hello')).toBe('') // empty instead of the key, because the visitor would see the key until the text replaces it
  await messages.load('p')
  expect([t('hello'), t('bye')]).toEqual(['Hallo', 'Bye'])
})

test('a site overrides single texts, also before texts are loaded', async () => {
  const messages = createMessages(signal('en'), { strings: { p: { hello: 'Ahoy' } } })
  const t = messages.of('p', { en: async () => english })
  expect(t('hello')).toBe('Ahoy')
  await messages.load('p')
  expect([t('hello'), t('bye')]).toEqual(['Ahoy', 'Bye'])
})

test('a language that cannot be loaded is replaced by English, and loaded again later', async () => {
  const messages = createMessages(signal('de'))
  let tries = 0
  const de = async () => {
    if (++tries === 1) throw new Error('offline')
    return { hello: 'Hallo' }
  }
  const t = messages.of('p', { en: async () => english, de })
  await messages.load('p')
  expect(t('hello')).toBe('Hello')
  await messages.load('p')
  expect(t('hello')).toBe('Hallo')
})

test('a language that is loaded late does not replace a language that was chosen later', async () => {
  const locale = signal('de')
  const messages = createMessages(locale)
  let finish = (_: object): void => undefined
  const de = () =>
    new Promise<Record<string, string>>((resolve) => {
      finish = resolve as typeof finish
    })
  const t = messages.of('p', { en: async () => english, de, ar: async () => ({ hello: 'مرحبا' }) })
  const first = messages.load('p')
  locale.value = 'ar'
  await messages.load('p')
  finish({ hello: 'Hallo' })
  await first
  expect(t('hello')).toBe('مرحبا')
})

test('a translate function reads signals', async () => {
  const locale = signal('en')
  const messages = createMessages(locale)
  const t = messages.of('p', { en: async () => english, de: async () => ({ hello: 'Hallo' }) })
  const label = computed(() => t('hello'))
  await messages.loadAll()
  expect(label.value).toBe('Hello')
  locale.value = 'de'
  await messages.loadAll()
  expect(label.value).toBe('Hallo')
})

test('the catalogue of a plugin is found by its name', async () => {
  const catalogueOf = async (name: string) => (name === 'p' ? { en: async () => english } : undefined)
  const messages = createMessages(signal('en'), { catalogueOf })
  await messages.load('p')
  expect(messages.of('p')('bye')).toBe('Bye')
  await messages.load('other')
  expect(messages.of('other')('bye')).toBe('bye')
})

test('reading a label loads the texts of its plugin, even if no view of the plugin is loaded', async () => {
  let tries = 0
  const catalogueOf = async () => {
    if (++tries === 1) throw new Error('offline')
    return { en: async () => english }
  }
  const messages = createMessages(signal('en'), { catalogueOf })
  const label = computed(() => messages.of('p')('hello'))
  const seen: string[] = []
  const stop = label.subscribe((text) => seen.push(text))
  await expect.poll(() => tries).toBe(1)
  messages.of('p')('hello')
  await expect.poll(() => seen).toEqual(['', 'Hello'])
  stop()
  expect(tries).toBe(2)
})

test("texts that cannot be loaded are reported once with their owner's name, also for labels", async () => {
  const failures: unknown[] = []
  const messages = createMessages(signal('de'), {
    async catalogueOf() {
      throw new Error('no ui')
    },
    failed: (name, error) => void failures.push([name, String(error)]),
  })
  const label = messages.of('p')
  expect(label('title')).toBe('')
  await vi.waitFor(() => expect(failures).toEqual([['p', 'Error: no ui']]))
  label('title')
  await Promise.resolve()
  const de = async () => {
    throw new Error('no German')
  }
  messages.of('q', { en: async () => english, de })
  await messages.load('q')
  await messages.load('q')
  expect(failures).toEqual([
    ['p', 'Error: no ui'],
    ['q', 'Error: no German'],
  ])
})

test('texts of a label that do not load within 5 s are reported', async () => {
  vi.useFakeTimers()
  try {
    const failures: unknown[] = []
    const messages = createMessages(signal('en'), {
      catalogueOf: () => new Promise(() => {}),
      failed: (_, error) => failures.push(error),
    })
    messages.of('p')('title')
    await vi.advanceTimersByTimeAsync(5001)
    expect(failures).toMatchObject([{ code: 'PLUGIN_TIMEOUT', plugin: 'p' }])
  } finally {
    vi.useRealTimers()
  }
})

describe("the site's own languages", () => {
  const german = { hello: 'Hallo', bye: 'Tschüss' }
  const catalogue = { en: async () => english, de: async () => german }
  const texts = async (
    locale: string,
    file: Readonly<Record<string, StringOverrides>>,
    overrides?: StringOverrides,
  ): Promise<readonly (string | undefined)[]> => {
    const languages = Object.fromEntries(
      Object.entries(file).map(([tag, own]) => [tag, async () => ({ default: own })]),
    )
    const messages = createMessages(signal(locale), { languages, strings: overrides })
    const t = messages.of('p', catalogue)
    await messages.load('p')
    return [t('hello'), t('bye'), messages.languageOf('p')]
  }

  test('are chosen by the locale as the built-in ones are; missing texts are in English', async () => {
    expect(await texts('fr-CA', { fr: { p: { hello: 'Bonjour' } } })).toEqual(['Bonjour', 'Bye', 'fr'])
    expect(await texts('it', { fr: { p: { hello: 'Bonjour' } } })).toEqual(['Hello', 'Bye', 'en'])
  })

  test('take precedence over the built-in ones, text by text, also for a region', async () => {
    expect(await texts('de', { de: { p: { hello: 'Moin' } } })).toEqual(['Moin', 'Tschüss', 'de'])
    expect(await texts('de-AT', { 'de-AT': { p: { hello: 'Servus' } } })).toEqual(['Servus', 'Tschüss', 'de-AT'])
    expect(await texts('de', { en: { p: { hello: 'Hi' } } })).toEqual(['Hallo', 'Tschüss', 'de'])
    expect(await texts('it', { en: { p: { hello: 'Hi' } } })).toEqual(['Hi', 'Bye', 'en'])
  })

  test('yield to the overridden texts', async () => {
    expect(await texts('fr', { fr: { p: { hello: 'Bonjour' } } }, { p: { hello: 'Ahoy' } })).toEqual([
      'Ahoy',
      'Bye',
      'fr',
    ])
  })

  test('a plugin that the file does not translate is English, also for screen readers', async () => {
    expect(await texts('he', { he: { other: { hello: 'שלום' } } })).toEqual(['Hello', 'Bye', 'en'])
  })

  test('are loaded when they are displayed, and again after a failure', async () => {
    let tries = 0
    const locale = signal('en')
    const fr = async () => {
      if (++tries === 1) throw new Error('offline')
      return { default: { p: { hello: 'Bonjour' } } }
    }
    const failures: unknown[] = []
    const messages = createMessages(locale, {
      languages: { fr },
      failed: (name, error) => failures.push([name, String(error)]),
    })
    const t = messages.of('p', catalogue)
    await messages.load('p')
    expect([t('hello'), tries]).toEqual(['Hello', 0])
    locale.value = 'fr'
    await messages.loadAll()
    expect([t('hello'), failures]).toEqual(['Hello', [['p', 'Error: offline']]])
    await messages.load('p')
    expect([t('hello'), tries]).toEqual(['Bonjour', 2])
  })
})
