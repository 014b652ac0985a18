import { chmodSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createTarGzip } from 'nanotar'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { documentOf } from '../../fixtures/bin.js'
import { createChangedSite } from '../../fixtures/changed-site.js'
import { network } from '../../fixtures/first-party.js'
import { createFolder } from '../../fixtures/folder.js'
import { hostilePaths } from '../../fixtures/hostile-paths.js'
import { fetchFiles, readTarball } from './fetch-plugin.js'

const name = 'wallet-modal-plugin-x'
const manifest = { id: 'x', export: 'x', title: 'X', description: 'X', kernel: '^0.1' }
const json = { name, version: '1.2.3', walletModal: manifest }

async function packFiles(files: Readonly<Record<string, string | object>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([path, data]) => ({
    name: path,
    data: typeof data === 'string' ? data : JSON.stringify(data),
  }))
  return Buffer.from(await createTarGzip(entries))
}
const read = async (files: Readonly<Record<string, string | object>>) => readTarball(name, await packFiles(files))

describe('readTarball', () => {
  it('reads manifest, networks and install scripts, whatever the name of the root folder', async () => {
    const networks = [network('1')]
    const files = {
      'any/package.json': {
        ...json,
        walletModal: { ...manifest, networks: './n.json' },
        scripts: { postinstall: 'evil', test: 'x' },
      },
      'any/n.json': networks,
    }
    expect(await read(files)).toMatchObject({
      plugin: { name, version: '1.2.3', manifest: { id: 'x' }, networks },
      scripts: ['postinstall'],
    })
  })

  it.each([
    ['one program', { bin: 'cli.js' }, ['wallet-modal-plugin-x']],
    ['several programs', { bin: { vite: 'cli.js', '../../tsc': 'cli.js' } }, ['tsc', 'vite']],
    ['a folder of programs', { directories: { bin: './tools/' } }, ['eslint']],
    ['no program', {}, []],
  ])('lists the programs that an installation would put into node_modules/.bin: %s', async (_, fields, programs) => {
    const files = { 'package/package.json': { ...json, ...fields }, 'package/tools/eslint': '', 'package/vite': '' }
    expect(await read(files)).toMatchObject({ programs })
  })

  it('returns undefined for a package that is not a plugin', async () => {
    expect(await read({ 'package/package.json': { name, version: '1.0.0' } })).toBeUndefined()
  })

  it.each([
    ['no package.json', { 'package/readme.md': '' }],
    ['a package.json that is not valid JSON', { 'package/package.json': '{' }],
    ['a name other than the requested one', { 'package/package.json': { ...json, name: 'other' } }],
    ['an invalid package name', { 'package/package.json': { ...json, name: 'Evil\nname/../x' } }, 'Evil\nname/../x'],
    ['a range as its version', { 'package/package.json': { ...json, version: '^1.0.0' } }],
    ['a path as its version', { 'package/package.json': { ...json, version: 'file:../x' } }],
    ['an invalid manifest', { 'package/package.json': { ...json, walletModal: { id: 1 } } }],
    [
      'code in place of the export name',
      { 'package/package.json': { ...json, walletModal: { ...manifest, export: 'x } from "y"; evil(); import { z' } } },
    ],
    [
      'a missing networks file',
      { 'package/package.json': { ...json, walletModal: { ...manifest, networks: 'n.json' } } },
    ],
    [
      'a version range for its sandbox engine',
      {
        'package/package.json': {
          ...json,
          walletModal: { ...manifest, sandboxEngine: { package: 'x', version: '*' } },
        },
      },
    ],
  ])('N8 refuses a package with %s', async (_, files, ownName = name) => {
    await expect(readTarball(ownName, await packFiles(files))).rejects.toMatchObject({ code: 'INVALID_MANIFEST' })
  })

  it.each([
    ['a package.json that is not valid JSON', { 'package/package.json': '{' }],
    ['a package.json without a version', { 'package/package.json': { name } }],
    [
      'a networks file that is not valid JSON',
      { 'package/package.json': { ...json, walletModal: { ...manifest, networks: 'n.json' } }, 'package/n.json': '{' },
    ],
    [
      'an invalid networks file',
      { 'package/package.json': { ...json, walletModal: { ...manifest, networks: 'n.json' } }, 'package/n.json': '{}' },
    ],
  ])('advises to report %s to the author, because another installation has the same error', async (_, files) => {
    await expect(readTarball(name, await packFiles(files))).rejects.toMatchObject({
      code: 'INVALID_MANIFEST',
      advice: 'Report this to its author, or use another version of it.',
    })
  })

  it('N8 refuses a tarball with a folder of negative size, which a reader would read again and again', async () => {
    const bytes = gunzipSync(await packFiles({ 'package/package.json': json, 'package/x.js': 'x' }))
    const header = bytes.indexOf('package/x.js')
    bytes.write('-0000001000\0', header + 124)
    bytes.write('5', header + 156)
    await expect(readTarball(name, gzipSync(bytes))).rejects.toMatchObject({
      code: 'INVALID_MANIFEST',
      message: expect.stringContaining('negative size'),
    })
  })

  it('N1 refuses a path of the networks file that leads outside the package', async () => {
    for (const networks of [...hostilePaths, '../package.json', 'package.json/../../x'])
      await expect(
        read({ 'package/package.json': { ...json, walletModal: { ...manifest, networks } } }),
      ).rejects.toMatchObject({ code: 'INVALID_MANIFEST' })
  })

  it.each([
    ['a file that is not an archive', Buffer.from('nonsense')],
    ['an empty file', Buffer.alloc(0)],
    ['a file that is larger than the limit', Buffer.alloc(65 << 20)],
  ])('N8 refuses %s', async (_, bytes) => {
    await expect(readTarball(name, bytes)).rejects.toMatchObject({ code: 'INVALID_MANIFEST' })
  })
})

describe('fetchFiles', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('reports within 20 seconds that the registry cannot be reached', async () => {
    using folder = createFolder()
    folder.write('.npmrc', 'registry=http://127.0.0.1:1/\ncache=.cache\n')
    const input = { cwd: folder.path, signal: new AbortController().signal }
    const started = Date.now()
    await expect(fetchFiles({ name, version: undefined }, input)).rejects.toMatchObject({ code: 'INSTALL_FAILED' })
    expect(Date.now() - started).toBeLessThan(20_000)
  }, 100_000)

  it('refuses a tarball of more than 64 MiB', async () => {
    using folder = createFolder()
    // writes the tarball to the folder after `--pack-destination`, which is the last argument
    const npm = `#!${process.execPath}\nconst file = process.argv.at(-1) + '/x.tgz'
      require('node:fs').writeFileSync(file, '')\nrequire('node:fs').truncateSync(file, 65 << 20)`
    chmodSync(folder.write('bin/npm', npm), 0o755)
    vi.stubEnv('PATH', `${join(folder.path, 'bin')}${delimiter}${process.env.PATH}`)
    const signal = new AbortController().signal
    await expect(fetchFiles({ name, version: undefined }, { cwd: folder.path, signal })).rejects.toMatchObject({
      code: 'INVALID_MANIFEST',
      message: expect.stringContaining('larger than 64 MiB'),
    })
  })
})

describe('add, if the plugin cannot be fetched', () => {
  it('fails with INSTALL_FAILED, and changes nothing', async () => {
    using one = await createChangedSite('fail')
    const before = one.files()
    expect(documentOf(await one.run(['add', 'chart', '--yes', '--json']))).toMatchObject({
      ok: false,
      error: { code: 'INSTALL_FAILED' },
    })
    expect(one.files()).toEqual(before)
  })
})
