import { expect, it } from 'vitest'
import { loadTemplate } from '../../assets.js'
import { configFile } from './config-file.js'

it('configFile adds hot.dispose and hot.accept, so that an edit creates no second modal', () => {
  const react = configFile({ framework: 'react', typescript: true, usesVite: true })
  expect(react).toMatch(/hot\.dispose\(.*\n.*hot\.accept\(/)
})

it('configFile registers the custom elements on sites that do not use React, and begins with "use client" on Next.js sites', () => {
  const vue = configFile({ framework: 'vue', typescript: false, usesVite: true })
  expect(vue).toContain('defineElements(modal)\n')
  expect(vue).toContain("from './wallet-modal.generated.js'")
  const next = configFile({ framework: 'next', typescript: true, usesVite: false })
  expect(next.startsWith("'use client'\n")).toBe(true)
  expect(next).not.toContain('defineElements')
  expect(next).not.toContain('import.meta')
})

it.each([
  ['next', 'next', 'src/wallet-modal.config.ts'],
  ['react', 'vite-react', 'shared/src/wallet-modal.config.ts'],
] as const)('configFile writes for %s the same text as the template %s', async (framework, id, path) => {
  const { sources } = await loadTemplate(id)
  expect(configFile({ framework, typescript: true, usesVite: framework !== 'next' })).toBe(sources.get(path))
})

it.each([
  ['next', true],
  ['next', false],
  ['react', true],
  ['react', false],
] as const)(
  'configFile disposes the previous modal on %s sites without import.meta.hot (TypeScript: %s)',
  (framework, typescript) => {
    const text = configFile({ framework, typescript, usesVite: false })
    expect(text).toMatch(/page\[key\]\?\.dispose\(\)\n[\s\S]*createWalletModal\([\s\S]*page\[key\] = modal\n/)
    expect(/type WalletModal \}/.test(text)).toBe(typescript)
  },
)

it('configFile disposes only a modal, not an element or a global of the page with the name walletModal', () => {
  const text = configFile({ framework: 'react', typescript: false, usesVite: false })
  const code = text.replace(/^import .*$/gm, '').replace('export const', 'const')
  const page = { walletModal: { tagName: 'DIV' } }
  const events: string[] = []
  const createWalletModal = () => {
    events.push('create')
    return { dispose: () => events.push('dispose') }
  }
  const evaluate = (): void =>
    new Function('window', 'createWalletModal', 'generated', code)(page, createWalletModal, Object)
  evaluate()
  evaluate()
  expect(events).toEqual(['create', 'dispose', 'create'])
  expect(page.walletModal).toEqual({ tagName: 'DIV' })
})
