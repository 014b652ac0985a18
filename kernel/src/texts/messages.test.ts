import { expect, test, vi } from 'vitest'
import { computed, signal } from '../signals.js'
import { Messages } from './messages.js'

const english = { hello: 'Hello', bye: 'Bye' }

test('texts are in the current language; missing ones are in English', async () => {
  const locale = signal('de-AT')
  const messages = new Messages(locale, {})
  const t = messages.of('p', { en: async () => english, de: async () => ({ hello: 'Hallo' }) })
  expect(t('hello')).toBe('') // empty instead of the key, because the visitor would see the key until the text replaces it
  await messages.load('p')
  expect([t('hello'), t('bye')]).toEqual(['Hallo', 'Bye'])
})

test('a site overrides single texts, also before texts are loaded', async () => {
  const messages = new Messages(signal('en'), { p: { hello: 'Ahoy' } })
  const t = messages.of('p', { en: async () => english })
  expect(t('hello')).toBe('Ahoy')
  await messages.load('p')
  expect([t('hello'), t('bye')]).toEqual(['Ahoy', 'Bye'])
})

test('a language that cannot be loaded is replaced by English, and loaded again later', async () => {
  const messages = new Messages(signal('de'), {})
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
  const messages = new Messages(locale, {})
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
  const messages = new Messages(locale, {})
  const t = messages.of('p', { en: async () => english, de: async () => ({ hello: 'Hallo' }) })
  const label = computed(() => t('hello'))
  await messages.loadAll()
  expect(label.value).toBe('Hello')
  locale.value = 'de'
  await messages.loadAll()
  expect(label.value).toBe('Hallo')
})

test('the catalogue of a plugin is found by its name', async () => {
  const messages = new Messages(signal('en'), {}, async (name) =>
    name === 'p' ? { en: async () => english } : undefined,
  )
  await messages.load('p')
  expect(messages.of('p')('bye')).toBe('Bye')
  await messages.load('other')
  expect(messages.of('other')('bye')).toBe('bye')
})

test('reading a label loads the texts of its plugin, even if no view of the plugin is loaded', async () => {
  let tries = 0
  const catalogue = async () => {
    if (++tries === 1) throw new Error('offline')
    return { en: async () => english }
  }
  const messages = new Messages(signal('en'), {}, catalogue)
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
  const note = (name: string, error: unknown): void => void failures.push([name, String(error)])
  const messages = new Messages(
    signal('de'),
    {},
    async () => {
      throw new Error('no ui')
    },
    note,
  )
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
    const messages = new Messages(
      signal('en'),
      {},
      () => new Promise(() => {}),
      (_, error) => failures.push(error),
    )
    messages.of('p')('title')
    await vi.advanceTimersByTimeAsync(5001)
    expect(failures).toMatchObject([{ code: 'PLUGIN_TIMEOUT', plugin: 'p' }])
  } finally {
    vi.useRealTimers()
  }
})
