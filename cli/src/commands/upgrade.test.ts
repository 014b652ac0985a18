import { cpSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { healChange } from '../apply/changes/change-heal.js'
import { journalFolder } from '../apply/changes/journal-entry.js'
import { loadFirstParty } from '../assets.js'
import { documentOf, type RunResult, runBin } from '../fixtures/bin.js'
import { type Fault, faultAt } from '../fixtures/faults.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { type FakeRelease, publishPlugin, publishRelease } from '../fixtures/release.js'
import { createSite, install } from '../fixtures/site.js'
import type { FirstParty } from '../plan/plugins/first-party.js'

let base: Folder
let next: FirstParty
const changelogs = {
  '@wallet-modal/kernel':
    '# @wallet-modal/kernel\n\n## 0.2.0\n\n### Minor Changes\n\n- abc1234: Opens twice as fast.\n\n## 0.1.0\n\n- The first.\n',
  '@wallet-modal/connect':
    '# x\n\n## 0.2.0\n\n### Patch Changes\n\n- Updated dependencies [abc]\n  - @wallet-modal/kernel@0.2.0\n\n## 0.1.1\n\n### Patch Changes\n\n- Shows longer names.\n',
  '@wallet-modal/solana': '# x\n\n## 0.2.0\n\n- Not of this site.\n',
}

beforeAll(async () => {
  base = await createSite('--plugins', 'connect,account,eip155')
  const now = await loadFirstParty()
  next = {
    ...now,
    version: '0.2.0',
    kernel: { ...now.kernel, version: '0.2.0' },
    plugins: now.plugins.map((plugin) => ({
      ...plugin,
      version: '0.2.0',
      peerDependencies: { ...plugin.peerDependencies, '@wallet-modal/kernel': '0.2.0' },
      manifest: {
        ...plugin.manifest,
        kernel: '^0.2',
        ...(plugin.name === '@wallet-modal/account' && {
          export: 'accountView',
          permissions: {
            ...plugin.manifest.permissions,
            api: ['blockchain:/v1/identity/*', 'blockchain:/v1/prices'],
            devices: ['camera'],
          },
        }),
        sandboxEngine: plugin.manifest.sandboxEngine.map((engine) =>
          engine.package === '@foundry-rs/anvil' ? { ...engine, version: '1.8.0' } : engine,
        ),
      },
    })),
  }
})
afterAll(() => base?.[Symbol.dispose]())

function siteWithRelease(change: (site: Folder) => void = () => undefined): {
  readonly site: Folder
  readonly release: FakeRelease
} {
  const site = createFolder('work/site')
  cpSync(base.path, site.path, { recursive: true })
  change(site)
  return { site, release: publishRelease(site, next, changelogs) }
}

const upgrade = (site: Folder, release: FakeRelease, ...args: readonly string[]): Promise<RunResult> =>
  runBin(site.path, ['upgrade', ...args], { env: release.env })

const addThirdParty = (kernel: string) => (site: Folder) => {
  const walletModal = { id: 'pay', export: 'pay', title: 'Pay', description: 'Pay', kernel }
  install(site, 'wallet-modal-plugin-pay', { name: 'wallet-modal-plugin-pay', version: '1.2.3', walletModal })
  const manifest = JSON.parse(site.read('wallet-modal.json'))
  manifest.plugins['wallet-modal-plugin-pay'] = {}
  site.write('wallet-modal.json', manifest)
  const json = JSON.parse(site.read('package.json'))
  json.dependencies['wallet-modal-plugin-pay'] = '1.2.3'
  site.write('package.json', `${JSON.stringify(json, null, 2)}\n`)
}

const versionsOf = (site: Folder): Readonly<Record<string, string>> => {
  const { dependencies, devDependencies } = JSON.parse(site.read('package.json'))
  return { ...dependencies, ...devDependencies }
}

/** Files of the site without packages and without drafts of a killed run, which the next change deletes. */
const ownFiles = (site: Folder): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(site.snapshot()).filter(
      ([path]) => !path.startsWith('node_modules') && !new RegExp(`^\\${journalFolder}-\\d+`).test(path),
    ),
  )

describe('upgrade', () => {
  it('upgrades the kernel, plugins, engines and the CLI together, installs, and regenerates', async () => {
    const { site, release } = siteWithRelease()
    using _ = site
    const before = versionsOf(site)
    const ran = await upgrade(site, release, '--yes')
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    const after = versionsOf(site)
    const ours = Object.keys(before).filter((name) => /wallet-modal/.test(name))
    expect(ours).toHaveLength(6)
    expect(after).toEqual({
      ...before,
      ...Object.fromEntries(ours.map((name) => [name, '0.2.0'])),
      '@foundry-rs/anvil': '1.8.0',
    })
    expect(site.read('src/wallet-modal.generated.ts')).toContain("import { accountView } from '@wallet-modal/account'")
    expect(release.log().map((line) => line.split(' ')[0])).toEqual(['pack', 'install'])
    expect(await runBin(site.path, ['sync', '--check'])).toMatchObject({ exitCode: 0 })
    expect((await upgrade(site, release, '--yes')).stdout).toContain('Nothing to change')
  })

  it('shows the changelogs of the packages of this site, and new permissions of plugins', async () => {
    const { site, release } = siteWithRelease()
    using _ = site
    const { stdout } = await upgrade(site, release, '--dry-run')
    expect(stdout).toContain('From 0.1.0 to 0.2.0')
    expect(stdout).toContain('Opens twice as fast.')
    expect(stdout).toContain('Shows longer names.')
    expect(stdout).not.toContain('The first.')
    expect(stdout).not.toContain('Updated dependencies')
    expect(stdout).not.toContain('Not of this site.')
    expect(stdout).toContain('account has new permissions: blockchain:/v1/prices, device:camera')
  })

  it('writes nothing with --dry-run, and prints one document with --json', async () => {
    const { site, release } = siteWithRelease()
    using _ = site
    const before = site.snapshot()
    const ran = await upgrade(site, release, '--dry-run', '--json')
    expect(documentOf(ran)).toMatchObject({
      ok: true,
      command: 'upgrade',
      from: '0.1.0',
      to: '0.2.0',
      dryRun: true,
      changelog: [
        { package: '@wallet-modal/kernel', version: '0.2.0' },
        { package: '@wallet-modal/connect', version: '0.1.1' },
      ],
    })
    expect(site.snapshot()).toEqual(before)
  })

  it('writes the versions without installing with --no-install', async () => {
    const { site, release } = siteWithRelease()
    using _ = site
    expect(await upgrade(site, release, '--yes', '--no-install', '--to', '0.2.0')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('npm install'),
    })
    expect(versionsOf(site)['@wallet-modal/kernel']).toBe('0.2.0')
    expect(release.log()).toHaveLength(1)
  })

  it('N5 interrupted at any step that writes to the disk, is either undone or complete: after Ctrl-C at once, after SIGKILL once the recovery has run', {
    timeout: 300_000,
  }, async () => {
    const words = ['upgrade', '--yes', '--no-install', '--to', '0.2.0']
    const disturb = async (fault: Fault, step: number) => {
      const { site, release } = siteWithRelease()
      using tools = createFolder('tools')
      const { exitCode } = await runBin(site.path, words, { env: { ...release.env, ...faultAt(tools, fault, step) } })
      return { site, exitCode, log: tools.read('faults/log.txt') }
    }
    const reference = await disturb('count', 0)
    using upgradedSite = reference.site
    const steps = Number(reference.log)
    expect(steps).toBeGreaterThan(5)
    for (let step = 1; step <= steps; step += process.env.WALLET_MODAL_LONG ? 1 : 13) {
      const [killed, stopped] = [await disturb('SIGKILL', step), await disturb('SIGINT', step)]
      using dead = killed.site
      using halted = stopped.site
      expect([killed.exitCode, killed.log]).toEqual([undefined, 'SIGKILL\n'])
      await healChange(dead.path, undefined)
      const isNew = JSON.stringify(ownFiles(dead)) === JSON.stringify(ownFiles(upgradedSite))
      expect(ownFiles(dead), `killed at ${step}`).toEqual(ownFiles(isNew ? upgradedSite : base))
      expect([0, 130]).toContain(stopped.exitCode)
      expect(ownFiles(halted), `stopped at ${step}`).toEqual(ownFiles(stopped.exitCode === 0 ? upgradedSite : base))
    }
  })

  it('changes nothing if a third-party plugin does not support the new kernel', async () => {
    const { site, release } = siteWithRelease(addThirdParty('^0.1'))
    using _ = site
    const before = site.snapshot()
    expect(await upgrade(site, release, '--yes')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(
        /Kernel 0\.2\.0 is not supported by "wallet-modal-plugin-pay" 1\.2\.3 \(accepts \^0\.1\)/,
      ),
    })
    expect(site.snapshot()).toEqual(before)
  })

  it('updates a third-party plugin together with the kernel if a newer version supports it, and keeps its options', async () => {
    const { site, release } = siteWithRelease(addThirdParty('^0.1'))
    using _ = site
    const manifest = JSON.parse(site.read('wallet-modal.json'))
    const options = { type: 'object', properties: { fee: { type: 'number' } } }
    manifest.plugins['wallet-modal-plugin-pay'] = { fee: 1 }
    const walletModal = { id: 'pay', export: 'payNow', title: 'Pay', description: 'Pay', kernel: '^0.2', options }
    const permissions = { api: [], origins: { connect: ['https://pay.example'] } }
    const newer = { name: 'wallet-modal-plugin-pay', walletModal: { ...walletModal, permissions } }
    const kernel = '@wallet-modal/kernel'
    publishPlugin(site, { ...newer, version: '3.0.0', peerDependencies: { [kernel]: '^0.3.0' } })
    publishPlugin(site, { ...newer, version: '2.0.0', peerDependencies: { [kernel]: '^0.2.0' } })
    install(site, newer.name, { name: newer.name, version: '1.2.3', walletModal: { ...walletModal, kernel: '^0.1' } })
    site.write('wallet-modal.json', manifest)
    const ran = await upgrade(site, release, '--yes', '--json')
    expect(documentOf(ran)).toMatchObject({
      ok: true,
      updated: [{ name: newer.name, version: '2.0.0', permissions: { origins: { connect: ['https://pay.example'] } } }],
      warnings: expect.arrayContaining([expect.stringMatching(/pay has new permissions: connect:https:/)]),
    })
    expect(versionsOf(site)).toMatchObject({ [newer.name]: '2.0.0', [kernel]: '0.2.0' })
    expect(site.read('src/wallet-modal.generated.ts')).toContain('payNow({ fee: 1, ...code.payNow })')
    expect(release.log().filter((line) => line.startsWith('install'))).toHaveLength(1)
  })

  it('does not add a third-party plugin that only the workspace root lists to the package.json of the site', async () => {
    const { site, release } = siteWithRelease(addThirdParty('^0.1'))
    using _ = site
    const json = JSON.parse(site.read('package.json'))
    delete json.dependencies['wallet-modal-plugin-pay']
    site.write('package.json', `${JSON.stringify(json, null, 2)}\n`)
    const walletModal = { id: 'pay', export: 'pay', title: 'Pay', description: 'Pay', kernel: '^0.2' }
    publishPlugin(site, { name: 'wallet-modal-plugin-pay', version: '2.0.0', walletModal })
    const before = site.snapshot()
    expect(await upgrade(site, release, '--yes')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('Update a plugin that another package.json lists, such as that of the workspace'),
    })
    expect(release.log().map((line) => line.split(' ')[0])).toEqual(['pack'])
    expect(site.snapshot()).toEqual(before)
  })

  it.each([
    [
      'the registry refuses the account',
      'E401',
      4,
      'npm could not read the versions of "wallet-modal-plugin-pay" (E401)',
    ],
    ['the registry has no newer version', 'E404', 3, 'there is no newer version'],
  ])('changes nothing if %s', async (_case, code, exitCode, text) => {
    const { site, release } = siteWithRelease(addThirdParty('^0.1'))
    using _ = site
    const before = site.snapshot()
    const failing = { ...release, env: { ...release.env, FAKE_VIEW: code } }
    const ran = await upgrade(site, failing, '--yes')
    expect(ran).toMatchObject({ exitCode, stderr: expect.stringContaining(text) })
    expect(site.snapshot()).toEqual(before)
  })

  it('then runs sync of the installed release, which may generate another text', async () => {
    const { site, release } = siteWithRelease()
    using _ = site
    const name = 'create-wallet-modal'
    const packages = JSON.parse(site.read('../npm/packages.json'))
    packages[`${name}@0.2.0`].bin = { [name]: 'bin.js' }
    site.write('../npm/packages.json', packages)
    const script = "require('node:fs').writeFileSync('calls.txt', process.argv.slice(2).join(' '))"
    site.write(`node_modules/${name}/bin.js`, script)
    expect((await upgrade(site, release, '--dry-run')).exitCode).toBe(0)
    expect((await upgrade(site, release, '--yes')).exitCode).toBe(0)
    expect(site.read('calls.txt')).toBe('sync --json')
    site.write(`node_modules/${name}/bin.js`, 'process.exit(1)')
    site.write('package.json', site.read('package.json').replaceAll('0.2.0', '0.1.0'))
    expect((await upgrade(site, release, '--yes', '--to', '0.2.0')).stdout).toContain(
      'Run `npx create-wallet-modal sync`',
    )
  })

  it('keeps the versions of a compatible third-party plugin and of a package from a folder', async () => {
    const { site, release } = siteWithRelease((one) => {
      addThirdParty('>=0.1 <0.3')(one)
      one.write(
        'package.json',
        one
          .read('package.json')
          .replace('"@wallet-modal/connect": "0.1.0"', '"@wallet-modal/connect": "file:../connect"'),
      )
    })
    using _ = site
    const ran = await upgrade(site, release, '--yes', '--no-install')
    expect(ran).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('"@wallet-modal/connect" comes from a folder'),
    })
    expect(versionsOf(site)).toMatchObject({
      'wallet-modal-plugin-pay': '1.2.3',
      '@wallet-modal/connect': 'file:../connect',
      '@wallet-modal/kernel': '0.2.0',
    })
  })

  it('changes nothing if the installation fails or if the release of --to does not exist', async () => {
    const { site, release } = siteWithRelease()
    using _ = site
    const before = site.snapshot()
    const failing = { ...release, env: { ...release.env, FAKE_INSTALL: 'fail' } }
    expect(await upgrade(site, failing, '--yes')).toMatchObject({ exitCode: 4 })
    expect(site.snapshot()).toEqual(before)
    for (const to of ['9.9.9', '--registry=https://evil.example', '../../x', ''])
      expect(await upgrade(site, release, '--yes', `--to=${to}`)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('There is no release'),
      })
    expect(
      release
        .log()
        .filter((line) => line.startsWith('pack'))
        .map((line) => line.split(' ')[1]),
    ).toEqual(['create-wallet-modal@latest', 'create-wallet-modal@9.9.9'])
    expect(site.snapshot()).toEqual(before)
  })
})
