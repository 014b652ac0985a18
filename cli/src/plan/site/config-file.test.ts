import { expect, it } from 'vitest'
import { configFile } from './config-file.js'

it('configFile adds hot.dispose and hot.accept, so that an edit creates no second modal', () => {
  const react = configFile({ framework: 'react', typescript: true, hot: true })
  expect(react).toMatch(/hot\.dispose\(.*\n.*hot\.accept\(/)
})

it('configFile registers the custom elements on sites that do not use React, and begins with "use client" on Next.js sites', () => {
  const vue = configFile({ framework: 'vue', typescript: false, hot: true })
  expect(vue).toContain('defineElements(modal)\n')
  expect(vue).toContain("from './wallet-modal.generated.js'")
  const next = configFile({ framework: 'next', typescript: true, hot: false })
  expect(next.startsWith("'use client'\n")).toBe(true)
  expect(next).not.toContain('defineElements')
  expect(next).not.toContain('import.meta')
})
