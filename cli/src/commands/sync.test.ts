import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashOf, journalFolder } from '../apply/changes/journal-entry.js'
import { documentOf } from '../fixtures/bin.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { createSite, patch } from '../fixtures/site.js'
import { generatedFile } from '../plan/files/generate.js'

interface Manifest {
  theme?: string
  readonly networks: string[]
  readonly plugins: Record<string, object>
}

const edit = (site: Folder, change: (manifest: Manifest) => void): void => {
  const manifest: Manifest = JSON.parse(site.read('wallet-modal.json'))
  change(manifest)
  site.write('wallet-modal.json', JSON.stringify(manifest))
}

describe('sync', () => {
  it('changes nothing in a new site', async () => {
    using site = await createSite()
    const before = site.snapshot()
    expect(await runInside(site.path, ['sync', '--check'])).toMatchObject({ exitCode: 0, stderr: '' })
    expect(documentOf(await runInside(site.path, ['sync', '--json']))).toEqual({
      ok: true,
      command: 'sync',
      state: 'current',
      written: false,
    })
    expect(site.snapshot()).toEqual(before)
  })

  it('N5 reports with --json that it restored the files of a killed run', async () => {
    using site = await createSite()
    const before = site.snapshot()
    site.write(`${journalFolder}/old-0`, site.read('wallet-modal.json'))
    edit(site, (manifest) => {
      manifest.theme = 'dark'
    })
    const written = [hashOf(Buffer.from(site.read('wallet-modal.json')))]
    const files = [{ path: 'wallet-modal.json', inWorkspace: false, old: 0, written }]
    site.write(`${journalFolder}/journal.json`, { pid: 2 ** 22 + 1, files })
    expect(documentOf(await runInside(site.path, ['sync', '--json']))).toMatchObject({ state: 'current', healed: true })
    expect(site.snapshot()).toEqual(before)
  })

  it('updates the generated file after a change of wallet-modal.json, and changes nothing else', async () => {
    using site = await createSite()
    edit(site, (manifest) => {
      manifest.theme = 'dark'
    })
    const before = site.snapshot()
    expect(await runInside(site.path, ['sync', '--check'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('npx create-wallet-modal sync'),
    })
    expect(site.snapshot()).toEqual(before)
    expect(documentOf(await runInside(site.path, ['sync', '--json']))).toEqual({
      ok: true,
      command: 'sync',
      state: 'stale',
      written: true,
    })
    expect(site.read(generatedFile)).toContain("theme: 'dark'")
    expect({ ...site.snapshot(), [generatedFile]: '' }).toEqual({ ...before, [generatedFile]: '' })
    expect(await runInside(site.path, ['sync', '--check'])).toMatchObject({ exitCode: 0 })
  })

  it('writes the generated file if it is missing', async () => {
    using site = await createSite()
    const text = site.read(generatedFile)
    rmSync(join(site.path, 'src'), { recursive: true })
    expect(await runInside(site.path, ['sync', '--check'])).toMatchObject({ exitCode: 1 })
    expect(await runInside(site.path, ['sync'])).toMatchObject({ exitCode: 0 })
    expect(site.read(generatedFile)).toBe(text)
  })

  it('needs --force to overwrite a generated file that was edited by hand', async () => {
    using site = await createSite()
    const text = site.read(generatedFile)
    site.write(generatedFile, text.replace('Shop', 'Mine'))
    const before = site.snapshot()
    expect(await runInside(site.path, ['sync'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('edited by hand'),
    })
    expect((await runInside(site.path, ['sync', '--check'])).stderr).toContain('sync --force')
    expect(site.snapshot()).toEqual(before)
    expect(await runInside(site.path, ['sync', '--force'])).toMatchObject({ exitCode: 0 })
    expect(site.read(generatedFile)).toBe(text)
  })

  it('N7 accepts CRLF line ends in wallet-modal.json and the generated file', async () => {
    using site = await createSite()
    for (const file of [generatedFile, 'wallet-modal.json']) site.write(file, site.read(file).replaceAll('\n', '\r\n'))
    expect(await runInside(site.path, ['sync', '--check'])).toMatchObject({ exitCode: 0 })
  })

  it.each([
    ['invalid JSON in wallet-modal.json', (site: Folder) => site.write('wallet-modal.json', '{'), 3, 'not valid JSON'],
    [
      'an unknown key',
      (site: Folder) => edit(site, (m) => Object.assign(m, { projectID: 'x' })),
      3,
      'Did you mean "projectId"',
    ],
    ['an unknown network', (site: Folder) => edit(site, (m) => m.networks.push('eip155:2')), 3, 'eip155:2'],
    [
      'an unknown option',
      (site: Folder) => edit(site, (m) => Object.assign(m.plugins, { '@wallet-modal/account': { colour: 1 } })),
      3,
      '@wallet-modal/account',
    ],
    [
      'a plugin that is not installed',
      (site: Folder) => edit(site, (m) => Object.assign(m.plugins, { 'wallet-modal-plugin-x': {} })),
      3,
      'not installed',
    ],
    [
      'a misspelled plugin',
      (site: Folder) => edit(site, (m) => Object.assign(m.plugins, { '@wallet-modal/swpa': {} })),
      3,
      'Did you mean "@wallet-modal/swap"?',
    ],
    [
      'a plugin without the scope',
      (site: Folder) => edit(site, (m) => Object.assign(m.plugins, { solana: {} })),
      3,
      'Did you mean "@wallet-modal/solana"?',
    ],
    [
      'a misspelled option',
      (site: Folder) =>
        edit(site, (m) => Object.assign(m.plugins, { '@wallet-modal/connect': { colapseWallets: true } })),
      3,
      'Did you mean "collapseWallets"?',
    ],
    [
      'an option of the wrong type',
      (site: Folder) =>
        edit(site, (m) => Object.assign(m.plugins, { '@wallet-modal/connect': { collapseWallets: 'x' } })),
      3,
      '"collapseWallets" must be true or false.',
    ],
    [
      'an unknown theme',
      (site: Folder) => edit(site, (m) => Object.assign(m, { theme: 'drak' })),
      3,
      '"theme" must be "auto", "light", "dark" or an object of theme tokens',
    ],
    [
      'a misspelled theme token',
      (site: Folder) => edit(site, (m) => Object.assign(m, { theme: { accnt: '#fff' } })),
      3,
      'Did you mean "accent"?',
    ],
    [
      'a package that is not a plugin',
      (site: Folder) => edit(site, (m) => Object.assign(m.plugins, { react: {} })),
      3,
      'not a wallet-modal plugin',
    ],
    [
      'no plugin for the namespace',
      (site: Folder) => edit(site, (m) => delete m.plugins['@wallet-modal/eip155']),
      3,
      'Add @wallet-modal/eip155',
    ],
    [
      'an unsupported version of the kernel',
      (site: Folder) => patch(site, '@wallet-modal/kernel', (json) => Object.assign(json, { version: '0.2.0' })),
      3,
      'requires kernel',
    ],
    [
      'no kernel',
      (site: Folder) => rmSync(join(site.path, 'node_modules/@wallet-modal/kernel'), { recursive: true }),
      3,
      '"@wallet-modal/kernel" is not installed',
    ],
    [
      'no wallet-modal.json',
      (site: Folder) => rmSync(join(site.path, 'wallet-modal.json')),
      3,
      '`npx create-wallet-modal init` adds the modal',
    ],
  ])('changes nothing and reports the reason if there is %s', async (_, spoil, exitCode, words) => {
    using site = await createSite()
    spoil(site)
    const before = site.snapshot()
    const ran = await runInside(site.path, ['sync'])
    expect(ran.exitCode).toBe(exitCode)
    expect(ran.stderr).toContain(words)
    expect(site.snapshot()).toEqual(before)
  })

  it('N1 writes nothing through a symbolic link out of the site', async () => {
    using site = await createSite()
    using outside = createFolder('outside')
    rmSync(join(site.path, 'src'), { recursive: true })
    symlinkSync(outside.path, join(site.path, 'src'))
    expect(await runInside(site.path, ['sync'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('symbolic link'),
    })
    expect(outside.snapshot()).toEqual({})
  })

  it('works from another folder with --cwd', async () => {
    using site = await createSite()
    expect(await runInside('/', ['sync', '--check', '--cwd', site.path])).toMatchObject({ exitCode: 0 })
  })

  it('N8 executes no code or script of a plugin', async () => {
    using site = await createSite()
    const trap = "require('node:fs').writeFileSync(require('node:path').join(__dirname, 'ran'), '')"
    for (const path of ['index.js', 'dist/index.js']) site.write(`node_modules/@wallet-modal/connect/${path}`, trap)
    patch(site, '@wallet-modal/connect', (json) =>
      Object.assign(json, { scripts: { install: 'touch ran', postinstall: 'touch ran' }, main: 'index.js' }),
    )
    edit(site, (manifest) => Object.assign(manifest, { theme: 'dark' }))
    expect(await runInside(site.path, ['sync'])).toMatchObject({ exitCode: 0 })
    expect(Object.keys(site.snapshot()).filter((path) => path.endsWith('ran'))).toEqual([])
  })
})
