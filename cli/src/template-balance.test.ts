import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createFolder } from './fixtures/folder.js'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Replacement for a site's modal. A test ends its balance reads in any order. */
const fakeModal = `
import { signal } from '@wallet-modal/kernel'
export const reads = []
const adapter = { balance: () => new Promise((resolve) => reads.push(resolve)) }
const network = { nativeCurrency: { decimals: 0, symbol: 'COIN' } }
export const modal = { connections: { active: signal({ adapter, network }) }, on: () => () => {} }
`

it('watchBalance of the templates shows the balance of the latest read, even if an earlier one ends later', async () => {
  using site = createFolder()
  site.write('balance.ts', readFileSync(join(repository, 'templates/site/shared/signals/balance.ts'), 'utf8'))
  site.write('wallet-modal.config.ts', fakeModal)
  symlinkSync(join(repository, 'node_modules'), join(site.path, 'node_modules'))
  let onFocus = (): void => {}
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => {
    onFocus = listener
  })
  vi.stubGlobal('removeEventListener', () => undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { watchBalance } = await import(join(site.path, 'balance.ts'))
  const { reads } = await import(join(site.path, 'wallet-modal.config.ts'))
  const shown: { readonly text?: string }[] = []
  const stop = watchBalance((balance: { readonly text?: string }) => shown.push(balance))
  onFocus()
  reads[1](2n)
  await vi.waitFor(() => expect(shown.at(-1)?.text).toBe('2 COIN'))
  reads[0](1n)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(shown.at(-1)?.text).toBe('2 COIN')
  stop()
})
