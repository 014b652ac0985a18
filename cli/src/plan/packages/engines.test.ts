import { describe, expect, it } from 'vitest'
import { firstParty, plugin } from '../../fixtures/first-party.js'
import { planChange } from '../changes/change-plan.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import { defaultLayout } from '../site/layout.js'
import type { SiteManifest } from '../site/site-manifest.js'
import { checkEngines, engineVersions } from './engines.js'

const withEngines = (...engines: readonly (readonly [string, string])[]) =>
  plugin('wallet-modal-plugin-evil', {
    export: 'evil',
    sandboxEngine: engines.map(([name, version]) => ({ package: name, version })),
  })
const check =
  (engine: readonly [string, string], listed: readonly string[] = []) =>
  () =>
    checkEngines([withEngines(engine)], firstParty, new Set(listed))

describe('the sandbox engine of a third-party plugin', () => {
  it.each([
    ['create-wallet-modal', '9.9.9'],
    ['@wallet-modal/kernel', '0.1.0'],
    ['@wallet-modal/sandbox', '9.9.9'],
    ['@wallet-modal/not-there-yet', '1.0.0'],
    ['react', '19.3.1'],
  ])('cannot be a package of the release: %s', (name, version) => {
    expect(check([name, version])).toThrow(
      expect.objectContaining({ code: 'INVALID_MANIFEST', message: expect.stringContaining(`"${name}" ${version}`) }),
    )
    expect(engineVersions([withEngines([name, version])], firstParty)).toEqual({})
  })

  it('cannot be a package of the site', () => {
    expect(check(['vite', '8.3.8'], ['vite'])).toThrow(
      '"vite" 8.3.8 as its "sandboxEngine", which is a package of this site',
    )
  })

  it('can be the engine of a first-party plugin only in the same version', () => {
    expect(check(['@foundry-rs/anvil', '1.7.1'], ['@foundry-rs/anvil'])).not.toThrow()
    expect(check(['@foundry-rs/anvil', '6.6.6'])).toThrow('which this release uses in version 1.7.1')
    const mixed = [withEngines(['@foundry-rs/anvil', '6.6.6']), ...firstParty.plugins]
    for (const plugins of [mixed, [...mixed].reverse()])
      expect(engineVersions(plugins, firstParty)).toEqual({ '@foundry-rs/anvil': '1.7.1' })
  })

  it('must be exactly one package', () => {
    const two = withEngines(['chain-a', '1.0.0'], ['chain-b', '1.0.0'])
    expect(() => checkEngines([two], firstParty, new Set())).toThrow('names 2 packages as its "sandboxEngine"')
    expect(check(['chain-a', '1.0.0'])).not.toThrow()
    expect(engineVersions([withEngines(['chain-a', '1.0.0'])], firstParty)).toEqual({ 'chain-a': '1.0.0' })
  })
})

describe('planChange', () => {
  const before: SiteManifest = {
    metadata: { name: 'Shop' },
    networks: ['eip155:1'],
    plugins: { '@wallet-modal/eip155': {} },
  }
  const files = new Map([['package.json', '{ "devDependencies": { "vite": "8.3.8" } }']])
  const change = (from: readonly string[], to: readonly string[], evil: PluginPackage) => {
    const site = (names: readonly string[]): SiteManifest => ({
      ...before,
      plugins: Object.fromEntries([...Object.keys(before.plugins), ...names].map((name) => [name, {}])),
    })
    const plugins = [...firstParty.plugins, evil]
    return planChange({
      before: site(from),
      after: site(to),
      files,
      layout: defaultLayout,
      plugins,
      release: firstParty,
    })
  }

  it('refuses a plugin whose engine is a package of the site', () => {
    expect(() => change([], ['wallet-modal-plugin-evil'], withEngines(['vite', '8.3.8']))).toThrow('"vite" 8.3.8')
  })

  it('refuses an update to a plugin whose engine is a package of the site, but keeps an engine that this tool added', () => {
    const site = { ...before, plugins: { ...before.plugins, 'wallet-modal-plugin-evil': {} } }
    const update = (present: PluginPackage, updated: PluginPackage) => () =>
      planChange({
        ...{ before: site, after: site, files, layout: defaultLayout, release: firstParty },
        plugins: [...firstParty.plugins, present],
        updated: [updated],
      })
    const evil = withEngines(['vite', '8.3.8'])
    expect(update(withEngines(), evil)).toThrow('which is a package of this site')
    expect(update(evil, evil)).not.toThrow()
  })

  it('updates an engine that this tool added with its plugin, so that it is removed with the plugin', () => {
    const [present, updated] = [withEngines(['foo-node', '1.0.0']), withEngines(['foo-node', '2.0.0'])]
    const plugins = { ...before.plugins, '@wallet-modal/sandbox': {}, 'wallet-modal-plugin-evil': {} }
    const update = (version: string) => {
      const text = JSON.stringify({ devDependencies: { '@foundry-rs/anvil': '1.7.1', 'foo-node': version } })
      const plan = planChange({
        ...{ before: { ...before, plugins }, after: { ...before, plugins } },
        ...{ files: new Map([['package.json', text]]), layout: defaultLayout, release: firstParty },
        plugins: [...firstParty.plugins, present],
        updated: [updated],
      })
      return plan.packages.filter(({ name }) => name === 'foo-node')
    }
    expect(update('1.0.0')).toEqual([
      { name: 'foo-node', change: 'update', section: 'devDependencies', version: '2.0.0' },
    ])
    for (const ownVersion of ['^1.0.0', '1.0.1', '2.0.0']) expect(update(ownVersion), ownVersion).toEqual([])
  })

  it('removes a plugin without removing a package of the release that the plugin names as its engine', () => {
    const plan = change(['wallet-modal-plugin-evil', '@wallet-modal/sandbox'], [], withEngines(['react', '6.6.6']))
    expect(plan.packages.map(({ name }) => name)).not.toContain('react')
  })
})
