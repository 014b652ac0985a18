import { afterEach, expect, test, vi } from 'vitest'
import { warnDeprecated } from './deprecation.js'

const one = { plugin: '@test/one', name: 'option "legacy"', instead: '"modern"', removedIn: '2.0' }

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('warnDeprecated warns once about each name, with its replacement and the version that removes it', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  for (let again = 0; again < 3; again++) warnDeprecated(one)
  warnDeprecated({ ...one, plugin: '@test/two' })
  expect(warn.mock.calls).toEqual([
    ['[@test/one]', 'option "legacy" is deprecated and will be removed in 2.0. Use "modern".'],
    ['[@test/two]', 'option "legacy" is deprecated and will be removed in 2.0. Use "modern".'],
  ])
})

test('warnDeprecated does not warn in production', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubEnv('NODE_ENV', 'production')
  warnDeprecated({ ...one, name: 'modal.old()' })
  expect(warn).not.toHaveBeenCalled()
})
