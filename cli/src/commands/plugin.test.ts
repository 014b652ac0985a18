import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentOf } from '../fixtures/bin.js'
import { createFolder } from '../fixtures/folder.js'
import { hostilePaths } from '../fixtures/hostile-paths.js'
import { runInside } from '../fixtures/in-process.js'
import { parsePluginManifest } from '../plan/plugins/plugin-manifest.js'
import { namePlugin, pluginKinds } from '../plan/plugins/plugin-name.js'

const offline = ['--yes', '--no-install']

describe('plugin', () => {
  it.each(pluginKinds)('creates a %s plugin whose manifest the CLI accepts', async (kind) => {
    using folder = createFolder()
    const ran = await runInside(folder.path, ['plugin', 'alerts', ...offline, '--kind', kind])
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    const json = JSON.parse(folder.read('wallet-modal-plugin-alerts/package.json'))
    expect(json.name).toBe('wallet-modal-plugin-alerts')
    expect(json.keywords).toContain('wallet-modal-plugin')
    expect(json.peerDependencies).toMatchObject({ '@wallet-modal/kernel': '^0.1.0' })
    expect(parsePluginManifest(json.name, json.walletModal)).toMatchObject({ id: 'alerts', export: 'alerts' })
  })

  it.each(pluginKinds)('N8: creates a %s plugin with exact versions and without install scripts', async (kind) => {
    using folder = createFolder()
    await runInside(folder.path, ['plugin', 'alerts', ...offline, '--kind', kind])
    const { devDependencies, dependencies, scripts } = JSON.parse(
      folder.read('wallet-modal-plugin-alerts/package.json'),
    )
    for (const version of Object.values(devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(dependencies).toBeUndefined()
    expect(Object.keys(scripts).filter((name) => /^(pre|post|prepare|install|publish)/.test(name))).toEqual(['prepack'])
  })

  it('adds the scope to the package name, and prints one JSON document', async () => {
    using folder = createFolder()
    const flags = ['--scope', '@acme', '--dir', 'packages/alerts', '--json', '--pm', 'pnpm']
    const ran = await runInside(folder.path, ['plugin', 'price-alerts', ...offline, ...flags])
    expect(documentOf(ran)).toMatchObject({
      ok: true,
      command: 'plugin',
      kind: 'feature',
      package: '@acme/wallet-modal-plugin-price-alerts',
      packageManager: 'pnpm',
      installed: false,
      next: ['cd packages/alerts', 'pnpm install', 'pnpm test', 'pnpm dev'],
    })
    expect(folder.read('packages/alerts/src/index.ts')).toContain('export const priceAlerts = definePlugin({')
    expect(folder.read('packages/alerts/.github/workflows/ci.yml')).toContain('pnpm install --frozen-lockfile')
  })

  it('leaves no template placeholder in the files of any kind', async () => {
    using folder = createFolder()
    for (const kind of pluginKinds)
      await runInside(folder.path, ['plugin', 'alerts', ...offline, '--kind', kind, '--dir', kind])
    for (const [path, text] of Object.entries(folder.snapshot()))
      expect(text.replaceAll(/\$\{\{ matrix\.\w+ \}\}/g, ''), path).not.toMatch(/\{\{|\.hbs/)
  })

  it.each([
    ['test', 'feature'],
    ['modal', 'feature'],
    ['options', 'feature'],
    ['state', 'provider'],
    ['crypto', 'namespace'],
    ['wallet', 'namespace'],
  ])('adds "Plugin" to the export name if files of the kind already use the id: %s, %s', async (id, kind) => {
    using folder = createFolder()
    await runInside(folder.path, ['plugin', id, ...offline, '--kind', kind, '--dir', 'made'])
    expect(folder.read('made/src/index.ts')).toContain(`export const ${id}Plugin = definePlugin({`)
    expect(folder.read('made/src/conformance.test.ts')).toContain(`import { ${id}Plugin } from './index.js'`)
    expect(JSON.parse(folder.read('made/package.json')).walletModal).toMatchObject({ id, export: `${id}Plugin` })
  })

  it('uses type names for the id "fake" that differ from those of the playground', async () => {
    using folder = createFolder()
    await runInside(folder.path, ['plugin', 'fake', ...offline, '--kind', 'namespace', '--dir', 'made'])
    expect(folder.read('made/src/contract.ts')).toContain('export interface FakePluginWallet {')
    expect(folder.read('made/playground/fake-wallet.ts')).toContain('interface FakeWallet extends FakePluginWallet {')
  })

  it('writes nothing with --dry-run', async () => {
    using folder = createFolder()
    const ran = await runInside(folder.path, ['plugin', 'alerts', '--yes', '--dry-run', '--json'])
    expect(documentOf(ran)).toMatchObject({ ok: true, dryRun: true, installed: false })
    expect(readdirSync(folder.path)).toEqual([])
  })

  it('N2: changes nothing in a folder that is not empty', async () => {
    using folder = createFolder()
    folder.write('wallet-modal-plugin-alerts/mine.txt', 'mine')
    const before = folder.snapshot()
    const ran = await runInside(folder.path, ['plugin', 'alerts', ...offline, '--json'])
    expect(documentOf(ran)).toMatchObject({ ok: false, error: { code: 'NOT_EMPTY' } })
    expect(folder.snapshot()).toEqual(before)
  })

  it.each([
    [['alerts', '--kind', 'featur'], 'INVALID_OPTION', 'Did you mean "feature"?'],
    [['alerts', '--pm', 'pip'], 'INVALID_OPTION', 'Package managers'],
    [['alerts', '--scope', '@wallet-modal'], 'INVALID_NAME', 'Use your own scope'],
    [['cosmoshub-4', '--kind', 'namespace'], 'INVALID_NAME', 'CAIP-2'],
  ])('refuses %j with advice, and writes nothing', async (args, code, advice) => {
    using folder = createFolder()
    const ran = await runInside(folder.path, ['plugin', ...args, ...offline, '--json'])
    expect(ran.exitCode).toBe(2)
    expect(documentOf(ran)).toMatchObject({ error: { code, advice: expect.stringContaining(advice) } })
    expect(readdirSync(folder.path)).toEqual([])
  })

  it('fails without --yes and --dry-run if there is no terminal', async () => {
    using folder = createFolder()
    expect(documentOf(await runInside(folder.path, ['plugin', 'alerts', '--json']))).toMatchObject({
      error: { code: 'NO_TTY' },
    })
    const dryRun = await runInside(folder.path, ['plugin', 'alerts', '--json', '--dry-run'])
    expect(documentOf(dryRun)).toMatchObject({ ok: true, dryRun: true })
    expect(readdirSync(folder.path)).toEqual([])
  })
})

const shells = ['a;touch pwned', '$(touch pwned)', '`touch pwned`', "a'b", 'a&b', 'Alerts', 'a_b', 'a--b', '-a', 'a-']

describe('the name of a plugin', () => {
  const names = [...hostilePaths, ...shells, '__proto__', 'wallet-modal-plugin-', '@acme/x']

  it('N1, N6: is refused if it has characters that are not allowed, and so is the scope', () => {
    for (const name of names) {
      if (/^[a-z][a-z0-9]*$/.test(name) && name.length <= 40) continue // `con` and similar names are valid: no path consists of the name alone
      expect(() => namePlugin(name, undefined, 'feature'), JSON.stringify(name)).toThrow(/cannot be the plugin name/)
    }
    for (const scope of names.filter((name) => !/^[a-z][a-z0-9]*$/i.test(name) && !/^[a-z0-9.~_-]+$/.test(name)))
      expect(() => namePlugin('alerts', scope, 'feature'), JSON.stringify(scope)).toThrow(/cannot be the scope/)
  })

  it('N1, N6: never runs as a command or leads outside of the current folder; nor does --dir', async () => {
    using folder = createFolder()
    for (const name of ['../x', '$(touch pwned)']) await runInside(folder.path, ['plugin', ...offline, '--', name])
    for (const name of ['a;touch pwned', 'con', 'a\u202eb'])
      await runInside(folder.path, ['plugin', 'alerts', ...offline, '--dir', name])
    expect(readdirSync(join(folder.path, '..'))).toEqual(['site'])
    expect(existsSync(join(folder.path, 'pwned'))).toBe(false)
    expect(readdirSync(folder.path).filter((name) => name !== 'a;touch pwned')).toEqual([])
  }, 60_000)

  it('is converted to every spelling that the templates use', () => {
    expect(namePlugin('price-alerts-2', undefined, 'feature')).toEqual({
      packageName: 'wallet-modal-plugin-price-alerts-2',
      id: 'price-alerts-2',
      title: 'Price alerts 2',
      camel: 'priceAlerts2',
      pascal: 'PriceAlerts2',
      snake: 'price_alerts_2',
      exportName: 'priceAlerts2',
    })
    expect(namePlugin('wallet-modal-plugin-new', 'acme', 'feature')).toMatchObject({
      packageName: '@acme/wallet-modal-plugin-new',
      exportName: 'newPlugin',
    })
  })
})
