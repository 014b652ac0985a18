import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { healChange } from '../apply/changes/change-heal.js'
import { journalFolder } from '../apply/changes/journal-entry.js'
import { documentOf, runBin } from '../fixtures/bin.js'
import { type Fault, faultAt } from '../fixtures/faults.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { createUpgradeSites, type UpgradeSites, upgrade, versionsOf } from '../fixtures/upgrade-sites.js'

let sites: UpgradeSites
beforeAll(async () => {
  sites = await createUpgradeSites()
})
afterAll(() => sites?.[Symbol.dispose]())
const siteWithRelease: UpgradeSites['siteWithRelease'] = (change) => sites.siteWithRelease(change)

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

  it('does not run a create-wallet-modal that package.json does not list, such as a dependency of a plugin', async () => {
    const { site, release } = siteWithRelease((folder) => {
      const { devDependencies, ...json } = JSON.parse(folder.read('package.json'))
      folder.write('package.json', {
        ...json,
        devDependencies: { ...devDependencies, 'create-wallet-modal': undefined },
      })
      const name = 'create-wallet-modal'
      folder.write(`node_modules/${name}/package.json`, { name, version: '9.9.9', bin: { [name]: 'other.js' } })
      folder.write(`node_modules/${name}/other.js`, "require('node:fs').writeFileSync('ran', '')")
    })
    using _ = site
    expect(await upgrade(site, release, '--yes')).toMatchObject({ exitCode: 0 })
    expect(site.snapshot()).not.toHaveProperty('ran')
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
      expect(ownFiles(dead), `killed at ${step}`).toEqual(ownFiles(isNew ? upgradedSite : sites.base))
      expect([0, 130]).toContain(stopped.exitCode)
      expect(ownFiles(halted), `stopped at ${step}`).toEqual(
        ownFiles(stopped.exitCode === 0 ? upgradedSite : sites.base),
      )
    }
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
