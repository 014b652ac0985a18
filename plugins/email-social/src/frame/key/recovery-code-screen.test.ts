// @vitest-environment happy-dom
import { afterAll, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules()) // the frame sets its language once
afterAll(() => vi.resetModules()) // later test files of the worker are in English

it.each([
  ['en', /e-?mail/i],
  ['de', /e-?mail/i],
  ['ar', /بريد/],
])(
  'the text of the recovery code mentions no email address, which social accounts do not have (%s)',
  async (locale, word) => {
    const { setLanguage, t } = await import('../strings.js')
    setLanguage(locale)
    expect(document.documentElement.lang).toBe(locale)
    expect(t('save.text')).not.toMatch(word)
  },
)
