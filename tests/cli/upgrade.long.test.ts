import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Registry, startRegistry } from '../registry/registry.mjs'
import { cacheFolder } from '../setup/cache.mjs'
import { must, run } from '../setup/steps.mjs'
import { quiet } from './support/foreign.js'
import { packFiles, packNext } from './support/releases.js'
import { fingerprint, readTree, resolvedPackages } from './support/tree.js'

// the test installs a site and upgrades it
vi.setConfig({ testTimeout: 180_000 })

const chosen = ['kernel', 'connect', 'account', 'eip155'].map((name) => `@wallet-modal/${name}`)
const ours = [...chosen, 'create-wallet-modal']
const release = {
  version: '0.2.0',
  kernel: '^0.2',
  changelogs: {
    '@wallet-modal/kernel': '# x\n\n## 0.2.0\n\n### Minor Changes\n\n- abc1234: Opens twice as fast.\n',
    '@wallet-modal/solana': '# x\n\n## 0.2.0\n\n- Not of this site.\n',
  },
}
const foreign = 'wallet-modal-plugin-pay'

/** Packs a third-party plugin. `kernel` is the range of kernel versions that it accepts. */
const pay = (version: string, kernel: string, peer: string) =>
  packFiles(foreign, {
    'package.json': JSON.stringify({
      name: foreign,
      version,
      type: 'module',
      exports: { '.': './index.js', './package.json': './package.json' },
      peerDependencies: { '@wallet-modal/kernel': peer },
      walletModal: { id: 'pay', export: 'pay', title: 'Pay', description: 'Pays', kernel },
    }),
    'index.js': "export const pay = () => ({ name: 'wallet-modal-plugin-pay', setup() {} })\n",
  })

let registry: Registry
beforeAll(async () => {
  registry = await startRegistry({ own: 'releases' })
  await registry.publish(registry.packed.filter(({ name }) => ours.includes(name)))
  await registry.publish([await pay('1.0.0', '^0.1', '^0.1.0')])
})
afterAll(() => registry?.stop())

describe('upgrade, with two releases in a registry', () => {
  it('changes nothing while a plugin has no compatible version, and then upgrades all our packages and the plugin together', async () => {
    const home = cacheFolder('upgraded')
    const site = join(home, 'site')
    rmSync(site, { recursive: true, force: true })
    const env = quiet(registry.env)
    const npm = (cwd: string, ...args: readonly string[]) => must(`npm ${args[0]}`, 'npm', args, { cwd, env })
    const cli = (...args: readonly string[]) =>
      run(join(site, 'node_modules/.bin/wallet-modal'), args, { cwd: site, env })
    const flags = ['--yes', '--template', 'html', '--no-sandbox', '--plugins', 'connect,account,eip155']
    await npm(home, 'exec', '--yes', '--', 'create-wallet-modal@latest', 'site', ...flags)
    expect((await cli('add', foreign, '--yes')).output).toContain('Done.')
    await registry.publish(
      await packNext(
        registry.packed.filter(({ name }) => ours.includes(name)),
        release,
      ),
    )

    const before = { files: fingerprint(readTree(site)), packages: resolvedPackages(site) }
    const refused = await cli('upgrade', '--yes')
    expect(refused.ok).toBe(false)
    expect(refused.output).toMatch(
      /Kernel 0\.2\.0 is not supported by "wallet-modal-plugin-pay" 1\.0\.0 \(accepts \^0\.1\)/,
    )
    expect({ files: fingerprint(readTree(site)), packages: resolvedPackages(site) }).toEqual(before)

    await registry.publish([await pay('1.1.0', '>=0.1 <0.3', '>=0.1 <0.3')])
    const upgraded = await cli('upgrade', '--yes')
    expect(upgraded).toMatchObject({ ok: true, output: expect.stringContaining('From 0.1.0 to 0.2.0') })
    expect(upgraded.output).toContain('Opens twice as fast.')
    expect(upgraded.output).not.toContain('Not of this site.')
    expect(upgraded.output).toContain('^ wallet-modal-plugin-pay 1.1.0')
    expect(versionsIn(site)).toEqual({ ...Object.fromEntries(ours.map((name) => [name, '0.2.0'])), [foreign]: '1.1.0' })
    expect(resolvedPackages(site).filter((line) => /@wallet-modal\/|create-wallet-modal/.test(line))).toEqual(
      ours.map((name) => `node_modules/${name} @0.2.0`).sort(),
    )
    expect(await cli('sync', '--check')).toMatchObject({ ok: true })
    expect((await cli('upgrade', '--yes')).output).toContain('Nothing to change')
  })
})

/** Versions of our packages and of plugins in package.json. */
function versionsIn(site: string): Readonly<Record<string, string>> {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(site, 'package.json'), 'utf8'))
  const all: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies }
  return Object.fromEntries(Object.entries(all).filter(([name]) => name.includes('wallet-modal')))
}
