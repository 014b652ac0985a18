import { createTarGzip } from 'nanotar'
import { describe, expect, it } from 'vitest'
import { documentOf } from '../../fixtures/bin.js'
import { createChangedSite } from '../../fixtures/changed-site.js'
import { network } from '../../fixtures/first-party.js'
import { hostilePaths } from '../../fixtures/hostile-paths.js'
import { readTarball } from './fetch-plugin.js'

const name = 'wallet-modal-plugin-x'
const manifest = { id: 'x', export: 'x', title: 'X', description: 'X', kernel: '^0.1' }
const json = { name, version: '1.2.3', walletModal: manifest }

async function packed(files: Readonly<Record<string, string | object>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([path, data]) => ({
    name: path,
    data: typeof data === 'string' ? data : JSON.stringify(data),
  }))
  return Buffer.from(await createTarGzip(entries))
}
const read = async (files: Readonly<Record<string, string | object>>) => readTarball(name, await packed(files))

describe('readTarball', () => {
  it('reads manifest and networks of a packed plugin, whatever its first folder is called', async () => {
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
  ])('names the programs that an installation puts into node_modules/.bin: %s', async (_, more, programs) => {
    const files = { 'package/package.json': { ...json, ...more }, 'package/tools/eslint': '', 'package/vite': '' }
    expect(await read(files)).toMatchObject({ programs })
  })

  it('says that a package is no plugin', async () => {
    expect(await read({ 'package/package.json': { name, version: '1.0.0' } })).toBeUndefined()
  })

  it.each([
    ['no package.json', { 'package/readme.md': '' }],
    ['a package.json that is no JSON', { 'package/package.json': '{' }],
    ['another name', { 'package/package.json': { ...json, name: 'other' } }],
    ['a version that is a range', { 'package/package.json': { ...json, version: '^1.0.0' } }],
    ['a version that is a path', { 'package/package.json': { ...json, version: 'file:../x' } }],
    ['a manifest that is none', { 'package/package.json': { ...json, walletModal: { id: 1 } } }],
    [
      'an export that is code',
      { 'package/package.json': { ...json, walletModal: { ...manifest, export: 'x } from "y"; evil(); import { z' } } },
    ],
    [
      'a missing file of networks',
      { 'package/package.json': { ...json, walletModal: { ...manifest, networks: 'n.json' } } },
    ],
    [
      'an engine with a range',
      {
        'package/package.json': {
          ...json,
          walletModal: { ...manifest, sandboxEngine: { package: 'x', version: '*' } },
        },
      },
    ],
  ])('N8 refuses a package with %s', async (_, files) => {
    await expect(read(files)).rejects.toMatchObject({ code: 'INVALID_MANIFEST' })
  })

  it('N1 reads no networks by a path that leads outside', async () => {
    for (const networks of [...hostilePaths, '../package.json', 'package.json/../../x'])
      await expect(
        read({ 'package/package.json': { ...json, walletModal: { ...manifest, networks } } }),
      ).rejects.toMatchObject({ code: 'INVALID_MANIFEST' })
  })

  it.each([
    ['no archive', Buffer.from('nonsense')],
    ['nothing', Buffer.alloc(0)],
    ['an archive that is too big', Buffer.alloc(65 << 20)],
  ])('N8 refuses %s', async (_, bytes) => {
    await expect(readTarball(name, bytes)).rejects.toMatchObject({ code: 'INVALID_MANIFEST' })
  })
})

describe('add, without the registry', () => {
  it('says that a third-party plugin could not be fetched, and changes nothing', async () => {
    using one = await createChangedSite('fail')
    const before = one.files()
    expect(documentOf(await one.run(['add', 'chart', '--yes', '--json']))).toMatchObject({
      ok: false,
      error: { code: 'INSTALL_FAILED' },
    })
    expect(one.files()).toEqual(before)
  })
})
