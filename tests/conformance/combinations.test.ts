// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Connector,
  createWalletModal,
  definePlugin,
  isWalletModalError,
  lazyView,
  namespace,
  type Plugin,
  view,
} from '@wallet-modal/kernel'
import { inlineUi, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import fc from 'fast-check'
import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PageWatch, watchPage } from '../../kernel/src/testing/page-watch.js'
import { outsidePlugins } from '../third-party/pack.mjs'

const root = join(import.meta.dirname, '../../plugins')

async function pluginIn(folder: string): Promise<Plugin> {
  const { walletModal } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const module: Readonly<Record<string, Plugin>> = await import(join(folder, 'src/index.ts'))
  const plugin = module[walletModal.export]
  if (!plugin) throw new Error(`${folder} exports no "${walletModal.export}".`)
  return plugin
}

/** Every plugin of this repository, so that a new plugin is also combined with all others. */
const plugins: readonly Plugin[] = await Promise.all(readdirSync(root).map((name) => pluginIn(join(root, name))))
/** Third-party plugins. */
const thirdParty: readonly Plugin[] = await Promise.all(
  outsidePlugins.map((name) => pluginIn(join(import.meta.dirname, '../third-party', name))),
)
const areInConflict = (one: Plugin, other: Plugin): boolean =>
  [one, other].some(({ spec }) => [one, other].some((each) => spec.conflicts?.includes(each.spec.name)))
const nameOf = (plugin: Plugin): string => plugin.spec.name
const pairs = plugins.flatMap((one, at) => plugins.slice(at + 1).map((other) => [one, other]))
/** Adds the plugins whose capabilities the combination requires: without these plugins, the combination does not start. */
function withProviders(combination: readonly Plugin[]): readonly Plugin[] {
  const names = (listed: readonly { readonly name: string }[] = []): readonly string[] => listed.map(({ name }) => name)
  const required = combination.flatMap(({ spec }) => names(spec.requires))
  const missing = plugins.filter(
    (plugin) => !combination.includes(plugin) && names(plugin.spec.provides).some((name) => required.includes(name)),
  )
  return [...combination, ...missing]
}
const isLong = process.env.WALLET_MODAL_LONG !== undefined
const sample = { numRuns: pairs.length, seed: Number(process.env.WALLET_MODAL_SEED) }
/** Every pair in one order, which the seed chooses; the long run has both orders. */
const ordered = fc.sample(fc.boolean(), sample).flatMap((isReversed, at) => {
  const pair = pairs[at] ?? []
  if (isLong) return [pair, pair.toReversed()]
  return [isReversed ? pair.toReversed() : pair]
})
const combinations: readonly (readonly Plugin[])[] = [
  [],
  ...plugins.map((one) => [one]),
  ...ordered,
  plugins,
  ...thirdParty.map((one) => [one]),
  ...thirdParty.flatMap((one, at) =>
    [...plugins, ...thirdParty.slice(at + 1)]
      .filter((other) => !areInConflict(one, other))
      .map((other) => [one, other]),
  ),
  [...plugins.filter((plugin) => !thirdParty.some((one) => areInConflict(one, plugin))), ...thirdParty],
]
const titled = combinations
  .map(withProviders)
  .map((combination) => [combination.map(nameOf).join(' + ') || 'no plugin', combination] as const)
/** Every combination is started. The slower tests of opening and of refused arguments run for a random third of the pairs; in the long run for all. */
const draws = fc.sample(fc.integer({ min: 0, max: 2 }), { ...sample, numRuns: combinations.length })
const sampledCombinations = titled.filter((_, at) => isLong || combinations[at]?.length !== 2 || draws[at] === 0)

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
/** The plugins whose `setup` returns nothing. */
const withoutOutput = [
  ...[
    'blockscout',
    'defillama',
    'lifi',
    'jupiter',
    'ens',
    'esplora',
    'gateway',
    'names',
    'onramp',
    'receive',
    'smart-sessions',
    'swap',
    'wallets',
  ].map((name) => `@wallet-modal/${name}`),
  ...['exchange', 'frame', 'indexer', 'sns'].map((name) => `wallet-modal-plugin-${name}`),
]
/** Longest timer after dispose: a plugin's interface has 5 s to load, also if the modal is disposed meanwhile. */
const LAST_TIMER_MS = 6_000

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

let page: PageWatch
/** Waits first, since a timer that was set before dispose may still fire once, without effect. */
async function expectNothingLeft(): Promise<void> {
  await settle()
  await waitUntil(() => {
    const { listeners, timers, globals, nodes, keys } = page.leaks()
    expect({ listeners, timers, globals, nodes }).toEqual({ listeners: [], timers: [], globals: [], nodes: 0 })
    expect(keys.filter((key) => !key.startsWith('wallet-modal/combination/'))).toEqual([])
  }, LAST_TIMER_MS)
}

// Before anything is counted, creates the state that a page creates only once, such as React's own listener on the document and the listener of
// the Wallet Standard's registry.
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

test('I6: there are at least as many combinations as plugins and pairs of plugins', () => {
  const count = plugins.length
  expect(count).toBeGreaterThanOrEqual(4)
  expect(new Set(titled.map(([, combination]) => combination.map(nameOf).sort().join())).size).toBeGreaterThanOrEqual(
    count + (count * (count - 1)) / 2 + 1,
  )
})

const rivals = thirdParty.flatMap((one) =>
  plugins.filter((plugin) => areInConflict(one, plugin)).map((other) => [one, other]),
)

test('I2: a plugin is rejected together with the plugin that it replaces, in either order; the error names both', () => {
  expect(rivals.map((pair) => pair.map(nameOf))).toEqual([
    ['@elsewhere/wallet-modal-plugin-card', '@wallet-modal/account'],
  ])
  for (const pair of rivals.flatMap((one) => [one, [...one].reverse()])) {
    for (const name of pair.map(nameOf)) expect(() => create(pair)).toThrow(name)
    try {
      create(pair)
    } catch (error) {
      expect(isWalletModalError(error) && error.code).toBe('DUPLICATE_VIEW')
    }
  }
})

/** Third-party plugins that claim a view or a capability. The others only contribute to slots. */
const claimants = thirdParty.filter(({ spec: { views = [], provides = [] } }) => views.length + provides.length > 0)

test.each(claimants.map((one) => [nameOf(one), one] as const))(
  'I2: a plugin that claims a view or capability of %s is rejected in either order; the error names both plugins',
  (name, one) => {
    const { views = [], provides = [] } = one.spec
    const twin = { kernel: '^0.1', setup: () => undefined } as const
    const claims = [
      ...views.map((claimed) => definePlugin({ ...twin, name: 'twin', views: [claimed] })),
      ...provides.map((claimed) => definePlugin({ ...twin, name: 'twin', provides: [claimed] })),
    ]
    expect(claims.length).toBeGreaterThan(0)
    const refusals = claims.map((claim) =>
      [
        [one, claim],
        [claim, one],
      ].map((pair) => {
        try {
          create(pair).dispose()
          return 'not refused'
        } catch (error) {
          expect(String(error)).toContain(name)
          expect(String(error)).toContain('"twin"')
          return isWalletModalError(error) ? error.code : String(error)
        }
      }),
    )
    for (const [first, second] of refusals)
      expect(['DUPLICATE_VIEW', 'DUPLICATE_PROVIDER']).toContain(first === second && first)
  },
)

describe.each(titled)('I6: %s', (_, combination) => {
  test('starts without errors and requests, and leaves nothing after dispose', async () => {
    using modal = create(combination)
    await settle()
    expect(modal.errors.value).toEqual([])
    for (const plugin of combination)
      if (!withoutOutput.includes(nameOf(plugin))) expect(modal.use(plugin)).toBeDefined()
    expect(page.leaks().requests).toEqual([])
    modal.dispose()
    await expectNothingLeft()
  })
})

describe.each(sampledCombinations)('I6: %s', (_, combination) => {
  const has = (name: string): boolean => combination.some((plugin) => nameOf(plugin) === `@wallet-modal/${name}`)

  test('opens if it has a first view, otherwise reports what is missing, and leaves nothing after dispose', async () => {
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

  test('rejects views, networks and namespaces of missing plugins; each error names what is missing', async () => {
    using modal = create(combination)
    const there = new Set(combination.flatMap(({ spec }) => spec.views ?? []).map(({ name }) => name))
    const absent = plugins.flatMap(({ spec }) => spec.views ?? []).filter(({ name }) => !there.has(name))
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

  test('starts a plugin that requires eip155 if eip155 is in the combination; otherwise the error names the plugin to add', async () => {
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
