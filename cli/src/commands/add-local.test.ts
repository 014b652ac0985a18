import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentOf } from '../fixtures/bin.js'
import type { ChangedSite } from '../fixtures/changed-site.js'
import { createStart, type Document, runJson } from '../fixtures/changes.js'
import { createFolder } from '../fixtures/folder.js'
import { install } from '../fixtures/site.js'
import { createTerminal } from '../fixtures/terminal.js'
import { run } from '../run.js'

const { fresh } = await createStart()

const manifest = {
  name: 'wallet-modal-plugin-bell',
  version: '0.1.0',
  type: 'module',
  files: ['dist'],
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  peerDependencies: { '@wallet-modal/kernel': '^0.1.0' },
  walletModal: { id: 'bell', export: 'bell', title: 'Bell', description: 'Rings', kernel: '^0.1' },
}

/** Creates the folder of a plugin outside of the site, without the files that are `null`. */
function plugin(files: Readonly<Record<string, string | null>> = {}) {
  const folder = createFolder()
  const all = {
    'package.json': JSON.stringify(manifest),
    'dist/index.js': 'export const bell = () => {}\n',
    'dist/index.d.ts': 'export declare const bell: () => void\n',
    ...files,
  }
  mkdirSync(join(folder.path, 'dist'))
  for (const [path, text] of Object.entries(all)) if (text !== null) writeFileSync(join(folder.path, path), text)
  return folder
}

const tarballsIn = (folder: string): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.tgz'))

/** Archive of a plugin, which a fake package manager can install. */
async function packed(one: ChangedSite, folder: string): Promise<string> {
  await runJson(one, 'add', folder, '--no-install')
  const [tarball = ''] = tarballsIn(folder)
  copyFileSync(join(folder, tarball), join(folder, 'bell.tgz'))
  await runJson(one, 'remove', 'bell', '--no-install')
  return join(folder, 'bell.tgz')
}

describe('add with the path of a local plugin', () => {
  it('packs a folder and adds the package; remove then restores every file exactly', async () => {
    using one = await fresh()
    using folder = plugin()
    const before = one.files()
    await runJson(one, 'add', folder.path, '--no-install')
    const [tarball = ''] = tarballsIn(folder.path)
    expect(tarball).toMatch(/^wallet-modal-plugin-bell-0\.1\.0-[0-9a-f]{8}\.tgz$/)
    const { dependencies } = JSON.parse(one.site.read('package.json'))
    expect(dependencies['wallet-modal-plugin-bell']).toMatch(/^file:\.\..*\.tgz$/)
    expect(one.site.read('src/wallet-modal.generated.ts')).toContain("from 'wallet-modal-plugin-bell'")
    await runJson(one, 'remove', 'bell', '--no-install')
    expect(one.files()).toEqual(before)
  })

  it('says that others cannot install the path', async () => {
    using one = await fresh()
    using folder = plugin()
    const { warnings } = await runJson(one, 'add', folder.path, '--no-install')
    expect(warnings).toEqual([expect.stringMatching(/"wallet-modal-plugin-bell" is installed from file:.*\.tgz/)])
  })

  it('keeps the archive outside the site that another site installs, also after an update and remove, and names it', async () => {
    using one = await fresh()
    using other = await fresh()
    using folder = plugin()
    await runJson(other, 'add', folder.path, '--no-install')
    await runJson(one, 'add', folder.path, '--no-install')
    install(one.site, manifest.name, manifest)
    const [first = ''] = tarballsIn(folder.path)
    writeFileSync(join(folder.path, 'dist/index.js'), 'export const bell = () => 1\n')
    const nextSteps = (await runJson(one, 'add', folder.path, '--no-install')).next
    expect(tarballsIn(folder.path)).toHaveLength(2)
    expect(nextSteps.filter((text) => text.includes(first))).toEqual([
      expect.stringMatching(/^Delete \.\..*-[0-9a-f]{8}\.tgz if no other site installs it\.$/),
    ])
    await runJson(one, 'remove', '--all', '--no-install')
    expect(tarballsIn(folder.path)).toHaveLength(2)
    const { dependencies } = JSON.parse(other.site.read('package.json'))
    expect(dependencies[manifest.name]).toContain(first)
  })

  it('leaves no archive behind in the folder of the site after an update and remove', async () => {
    using one = await fresh()
    const path = (name: string): string => join(one.site.path, 'bell', name)
    one.site.write('bell/package.json', manifest)
    one.site.write('bell/dist/index.js', 'export const bell = () => {}\n')
    one.site.write('bell/dist/index.d.ts', 'export declare const bell: () => void\n')
    await runJson(one, 'add', './bell', '--no-install')
    install(one.site, manifest.name, manifest)
    writeFileSync(path('dist/index.js'), 'export const bell = () => 1\n')
    expect(await runJson(one, 'add', './bell', '--no-install')).toMatchObject({ changed: true, next: ['npm install'] })
    expect(tarballsIn(path('.'))).toHaveLength(1)
    await runJson(one, 'remove', 'bell', '--no-install')
    expect(tarballsIn(path('.'))).toEqual([])
  })

  it('refuses a folder whose package contains an archive of an earlier add', async () => {
    using one = await fresh()
    using folder = plugin({ 'package.json': JSON.stringify({ ...manifest, files: undefined }) })
    await runJson(one, 'add', folder.path, '--no-install')
    install(one.site, manifest.name, manifest)
    const { error } = await runJson(one, 'add', folder.path, '--no-install')
    expect(error).toMatchObject({
      code: 'INVALID_MANIFEST',
      message: expect.stringMatching(/contains "wallet-modal-plugin-bell-0\.1\.0-[0-9a-f]{8}\.tgz"/),
      advice: expect.stringContaining('"files"'),
    })
  })

  it('replaces the archive and keeps the options if the plugin has changed since it was added', async () => {
    using one = await fresh()
    const options = { type: 'object', properties: { tone: { type: 'string' } } }
    const withOptions = { ...manifest, walletModal: { ...manifest.walletModal, options } }
    using folder = plugin({ 'package.json': JSON.stringify(withOptions) })
    await runJson(one, 'add', folder.path, '--set', 'bell.tone=low', '--no-install')
    install(one.site, manifest.name, withOptions)
    const [first] = tarballsIn(folder.path)
    expect(await runJson(one, 'add', folder.path, '--no-install')).toMatchObject({ changed: false, updated: [] })
    writeFileSync(join(folder.path, 'dist/index.js'), 'export const bell = () => 1\n')
    const document = await runJson(one, 'add', folder.path, '--no-install')
    expect(document).toMatchObject({ changed: true, added: [], updated: [{ name: 'wallet-modal-plugin-bell' }] })
    const second = tarballsIn(folder.path).find((file) => file !== first)
    expect(second).toBeDefined()
    expect(JSON.parse(one.site.read('package.json')).dependencies['wallet-modal-plugin-bell']).toContain(second)
    expect(JSON.parse(one.site.read('wallet-modal.json')).plugins['wallet-modal-plugin-bell']).toEqual({ tone: 'low' })
  })

  it('keeps an archive in the folder of the site that add did not make', async () => {
    using one = await fresh()
    using folder = plugin()
    copyFileSync(await packed(one, folder.path), join(one.site.path, 'bell.tgz'))
    await runJson(one, 'add', './bell.tgz', '--no-install')
    expect(await runJson(one, 'remove', 'bell', '--no-install')).toMatchObject({ changed: true, next: ['npm install'] })
    expect(tarballsIn(one.site.path)).toEqual(['bell.tgz'])
  })

  it('shows that a plugin can propose transactions, and how far permissions are enforced', async () => {
    using one = await fresh()
    const walletModal = { ...manifest.walletModal, requires: ['transactions:eip155'] }
    using folder = plugin({ 'package.json': JSON.stringify({ ...manifest, walletModal }) })
    const { stdout } = await one.runHere(['add', folder.path, '--dry-run'])
    expect(stdout).toContain('wallet-modal-plugin-bell: transactions:eip155')
    expect(stdout).not.toContain('no permissions')
    expect(stdout).toContain('the kernel checks its permissions in its own API, but does not isolate it')
    expect(stdout).not.toContain('not enforced')
  })

  it('adds a packed package (.tgz)', async () => {
    using one = await fresh()
    using folder = plugin()
    await runJson(one, 'add', folder.path, '--no-install')
    const [tarball = ''] = tarballsIn(folder.path)
    copyFileSync(join(folder.path, tarball), join(folder.path, 'bell.tgz'))
    await runJson(one, 'remove', 'bell', '--no-install')
    const document = await runJson(one, 'add', join(folder.path, 'bell.tgz'), '--no-install')
    expect(document.added).toMatchObject([{ name: 'wallet-modal-plugin-bell', firstParty: false }])
  })

  it('writes no archive if the answer is "no", if the name is refused, or if the installation fails', async () => {
    using one = await fresh('fail')
    using folder = plugin()
    const before = one.files()
    const terminal = createTerminal(one.site.path)
    const running = run(['add', folder.path, '--no-install'], terminal.env, { name: 'x', createsByDefault: false })
    await terminal.answer('Change it?', 'n')
    expect(await running).toBe(130)
    using named = plugin({ 'package.json': JSON.stringify({ ...manifest, name: '@wallet-modal/connect' }) })
    expect((await runJson(one, 'add', named.path, '--no-install')).error.code).toBe('INVALID_NAME')
    expect([...tarballsIn(folder.path), ...tarballsIn(named.path)]).toEqual([])
    expect(one.files()).toEqual(before)
  })

  it('accepts a package that exports a large file', async () => {
    using one = await fresh()
    const exports = { ...manifest.exports, './engine.wasm': './dist/engine.wasm' }
    using folder = plugin({ 'package.json': JSON.stringify({ ...manifest, exports }) })
    writeFileSync(join(folder.path, 'dist/engine.wasm'), Buffer.alloc(9 << 20))
    expect(await runJson(one, 'add', folder.path, '--dry-run', '--no-install')).toMatchObject({ ok: true })
  })

  it.each([
    ['of the site that is installed', 'vite', '../vite/bin/vite.js'],
    ['of the system', 'node', undefined],
  ])('undoes the installation if a dependency of the plugin takes the name of a program %s', async (_, name, link) => {
    using one = await fresh()
    using folder = plugin()
    const file = await packed(one, folder.path)
    install(one.site, 'vite', { name: 'vite', version: '8.3.8', bin: { vite: 'bin/vite.js' } })
    mkdirSync(join(one.site.path, 'node_modules/.bin'))
    const program = join(one.site.path, 'node_modules/.bin', name)
    if (link !== undefined) symlinkSync(link, program)
    const before = one.files()
    const env = { FAKE_BIN: JSON.stringify({ [name]: '../aaa/bin.js' }) }
    const { error } = documentOf<Document>(await one.run(['add', '--json', '--yes', file], env))
    expect(error).toMatchObject({
      code: 'NAME_CLASH',
      message: expect.stringContaining(`"aaa" installs a program named "${name}"`),
    })
    expect(one.files()).toEqual(before)
    expect(link === undefined ? existsSync(program) : readlinkSync(program)).toBe(link ?? false)
  })

  it('undoes the first installation of a site if a dependency of the plugin takes the name of a listed program', async () => {
    using one = await fresh()
    using folder = plugin()
    const file = await packed(one, folder.path)
    const before = one.files()
    const bin = { 'create-wallet-modal': '../aaa/bin.js' }
    const { error } = documentOf<Document>(
      await one.run(['add', '--json', '--yes', file], { FAKE_BIN: JSON.stringify(bin) }),
    )
    expect(error).toMatchObject({ code: 'NAME_CLASH' })
    expect(one.files()).toEqual(before)
    expect(existsSync(join(one.site.path, 'node_modules'))).toBe(false)
  })

  it('writes nothing in a dry run', async () => {
    using one = await fresh()
    using folder = plugin()
    const before = one.files()
    expect(await runJson(one, 'add', folder.path, '--dry-run', '--no-install')).toMatchObject({ ok: true })
    expect(tarballsIn(folder.path)).toEqual([])
    expect(one.files()).toEqual(before)
  })

  it.each([
    ['is not built', { 'dist/index.js': null }, 'is not built'],
    [
      'is not a plugin',
      { 'package.json': JSON.stringify({ ...manifest, walletModal: undefined }) },
      'is not a wallet-modal plugin',
    ],
    [
      'has the name of a first-party plugin',
      { 'package.json': JSON.stringify({ ...manifest, name: '@wallet-modal/connect' }) },
      'belongs to this release',
    ],
  ])('refuses a folder that %s, and changes nothing', async (_, files, message) => {
    using one = await fresh()
    using folder = plugin(files)
    const before = one.files()
    const { error } = await runJson(one, 'add', folder.path, '--no-install')
    expect(error?.message).toContain(message)
    expect(one.files()).toEqual(before)
  })

  it('does not read a device or a pipe, which could be endless', async () => {
    using one = await fresh()
    expect((await runJson(one, 'add', '/dev/null', '--no-install')).error).toMatchObject({
      code: 'UNKNOWN_PLUGIN',
      message: '"/dev/null" is neither a file nor a folder.',
    })
  })

  it('reports that a folder has no package.json', async () => {
    using one = await fresh()
    using folder = plugin({ 'package.json': null })
    const { error } = await runJson(one, 'add', folder.path, '--no-install')
    expect(error).toMatchObject({ code: 'UNKNOWN_PLUGIN', message: expect.stringContaining('has no package.json') })
    expect(error.message).not.toContain('npm')
  })

  it('reports that the path does not exist', async () => {
    using one = await fresh()
    using folder = plugin()
    rmSync(folder.path, { recursive: true })
    const { error } = await runJson(one, 'add', folder.path, '--no-install')
    expect(error).toMatchObject({
      code: 'UNKNOWN_PLUGIN',
      message: expect.stringContaining('There is no file or folder'),
    })
  })
})
