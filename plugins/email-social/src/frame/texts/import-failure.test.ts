// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { importFailureText } from './import-failure.js'

beforeEach(() => {
  document.documentElement.lang = 'en'
})

it.each([
  ['Chromium', 'Failed to fetch dynamically imported module: https://wallet.example/sdk/chunk-ABCD2345.js'],
  ['Firefox', 'error loading dynamically imported module: https://wallet.example/sdk/chunk-ABCD2345.js'],
  ['Safari', 'Importing a module script failed.'],
])('an import that fails in %s asks the visitor to reload the page', (_, message) => {
  expect(importFailureText(new TypeError(message))).toMatch(/Reload the page/)
})

it('other errors have no such text', () => {
  expect(importFailureText(new TypeError('Failed to fetch'))).toBeUndefined()
  expect(importFailureText(new Error('Importing a module script failed.'))).toBeUndefined()
})
