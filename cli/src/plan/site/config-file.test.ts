import { expect, it } from 'vitest'
import { configFile } from './config-file.js'

it('says what Vite does with an edited file, which would make a second modal', () => {
  const react = configFile({ framework: 'react', typescript: true, hot: true })
  expect(react).toMatch(/hot\.dispose\(.*\n.*hot\.accept\(/)
})

it('registers the elements where there is no React, and is for browsers only in Next.js', () => {
  const vue = configFile({ framework: 'vue', typescript: false, hot: true })
  expect(vue).toContain('defineElements(modal)\n')
  expect(vue).toContain("from './wallet-modal.generated.js'")
  const next = configFile({ framework: 'next', typescript: true, hot: false })
  expect(next.startsWith("'use client'\n")).toBe(true)
  expect(next).not.toContain('defineElements')
  expect(next).not.toContain('import.meta')
})
