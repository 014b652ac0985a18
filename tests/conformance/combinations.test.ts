// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Connector,
  createWalletModal,
  definePlugin,
  inlineUi,
  isWalletModalError,
  lazyView,
  namespace,
  type Plugin,
  view,
} from '@wallet-modal/kernel'
import { renderModal } from '@wallet-modal/kernel/testing'
import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type PageWatch, watchPage } from '../../kernel/src/testing/page-watch.js'

const root = join(import.meta.dirname, '../../plugins')

/** Every plugin of this repository, so that one that is added is tried with all others. */
const plugins: readonly Plugin[] = await Promise.all(
  readdirSync(root).map(async (name) => {
    const { walletModal } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'))
    const module: Readonly<Record<string, Plugin>> = await import(join(root, name, 'src/index.ts'))
    const plugin = module[walletModal.export]
    if (!plugin) throw new Error(`plugins/${name} exports no "${walletModal.export}".`)
    return plugin
  }),
)
const nameOf = (plugin: Plugin): string => plugin.spec.name
const pairs = plugins.flatMap((one, at) => plugins.slice(at + 1).map((other) => [one, other]))
const combinations: readonly (readonly Plugin[])[] = [
  [],
  ...plugins.map((one) => [one]),
  ...pairs,
  ...pairs.map(([one, other]) => [other, one].flatMap((each) => each ?? [])),
  plugins,
]
const titled = combinations.map(
  (combination) => [combination.map(nameOf).join(' + ') || 'no plugin', combination] as const,
)

const needy = definePlugin({
  name: 'needy',
  kernel: '^0.1',
  requires: [namespace('eip155')],
  setup: (ctx) => ctx.get(namespace('eip155')).namespace,
})
const wallet: Connector = {
  id: 'wallet',
  name: 'Wallet',
  type: 'EXTERNAL',
  namespaces: ['eip155'],
  provider: async () => ({
    request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : [`0x${'ab'.repeat(20)}`]),
  }),
}

const listed = (combination: readonly Plugin[]) => combination.map((plugin) => ({ plugin, options: {} }))
const create = (combination: readonly Plugin[], id = 'combination') =>
  createWalletModal({ id, plugins: listed(combination), prefetch: 'never', logLevel: 'silent', locale: 'en' })
const LAST_TIMER_MS = 400

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

let page: PageWatch
/** A timer that was set before the end may fire once more and do nothing, so it gets the time for that. */
async function expectNothingLeft(): Promise<void> {
  await settle()
  await vi.waitFor(() => {
    const { listeners, timers, globals, nodes, keys } = page.leaks()
    expect({ listeners, timers, globals, nodes }).toEqual({ listeners: [], timers: 0, globals: [], nodes: 0 })
    expect(keys.filter((key) => !key.startsWith('wallet-modal/combination/'))).toEqual([])
  }, LAST_TIMER_MS)
}

// what a page has once, such as React's own listener on the document or the registry of the Wallet Standard, which listens for the page's
// whole life and for all who ask it, is there before anything is counted
beforeAll(async () => {
  const Page = view('warm#Page')
  const drawn = lazyView(Page, async () => ({ default: () => createElement('p', {}, 'warm') }), { label: 'warm' })
  const warm = definePlugin({ name: 'warm', kernel: '^0.1', ...inlineUi({ views: [drawn] }), setup: () => undefined })
  const shown = await renderModal([warm()], { view: Page })
  shown.dispose()
  using found = create(plugins, 'warm')
  await found.connections.adapter('solana').discover()
  found.dispose()
  await settle()
})
beforeEach(() => {
  page = watchPage()
})
afterEach(() => {
  page.end()
  localStorage.clear()
})

test('I6: there are as many boots as the bar asks for', () => {
  const count = plugins.length
  expect(count).toBeGreaterThanOrEqual(4)
  expect(new Set(titled.map(([, combination]) => combination.map(nameOf).sort().join())).size).toBeGreaterThanOrEqual(
    count + (count * (count - 1)) / 2 + 1,
  )
})

describe.each(titled)('I6: %s', (_, combination) => {
  const has = (name: string): boolean => combination.some((plugin) => nameOf(plugin) === `@wallet-modal/${name}`)

  test('starts without an error, asks nobody, and leaves nothing when it is disposed', async () => {
    using modal = create(combination)
    await settle()
    expect(modal.errors.value).toEqual([])
    for (const plugin of combination)
      if (plugin.spec.name !== '@wallet-modal/account') expect(modal.use(plugin)).toBeDefined()
    expect(page.leaks().requests).toEqual([])
    modal.dispose()
    await expectNothingLeft()
  })

  test('opens where it brings a view to begin with, says what is missing where not, and leaves nothing', async () => {
    if (has('connect')) {
      using shown = await renderModal(listed(combination), { id: 'combination' })
      expect(shown.modal.errors.value).toEqual([])
      expect(shown.text()).toContain('Connect')
      expect([shown.close(), shown.modal.isOpen.value]).toEqual([true, false])
      shown.dispose()
    } else {
      using modal = create(combination)
      await expect(modal.open()).rejects.toMatchObject({
        code: 'NO_VIEW',
        message: expect.stringContaining('Add @wallet-modal/connect'),
      })
      expect([modal.isOpen.value, modal.errors.value]).toEqual([false, []])
      modal.dispose()
    }
    await expectNothingLeft()
  })

  test('refuses views, networks and namespaces of plugins that are not there in one sentence each', async () => {
    using modal = create(combination)
    const absent = plugins.filter((plugin) => !combination.includes(plugin)).flatMap(({ spec }) => spec.views ?? [])
    for (const missing of absent) {
      await expect(modal.open({ view: missing } as never)).rejects.toMatchObject({
        code: 'UNKNOWN_VIEW',
        message: expect.stringContaining(missing.name),
      })
    }
    expect(modal.isOpen.value).toBe(false)
    const connecting = modal.connections.connect(wallet)
    if (has('eip155')) expect(await connecting).toMatchObject({ status: 'connected' })
    else
      await expect(connecting).rejects.toMatchObject({
        code: 'UNKNOWN_NAMESPACE',
        message: expect.stringContaining('Add @wallet-modal/eip155'),
      })
    await expect(modal.switchNetwork('eip155:1')).rejects.toMatchObject({
      code: 'UNKNOWN_NETWORK',
      message: expect.stringContaining('"eip155:1"'),
    })
    expect(modal.errors.value).toEqual([])
    modal.dispose()
    await expectNothingLeft()
  })

  test('takes a plugin that needs EVM chains where there are any, and otherwise says what to add', async () => {
    const start = () => create([needy, ...combination])
    if (has('eip155')) {
      using modal = start()
      expect([modal.use(needy), modal.errors.value]).toEqual(['eip155', []])
    } else {
      expect(start).toThrow('"needy" needs "namespace:eip155", which no plugin provides. Add @wallet-modal/eip155.')
      try {
        start()
      } catch (error) {
        expect(isWalletModalError(error) && [error.code, error.plugin]).toEqual(['MISSING_CAPABILITY', 'needy'])
      }
    }
    await expectNothingLeft()
  })
})
