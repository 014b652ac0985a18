import { execFileSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { network } from '../../fixtures/first-party.js'
import { createFolder, type Folder } from '../../fixtures/folder.js'
import { hostilePaths } from '../../fixtures/hostile-paths.js'
import { findBin, findInstalled, readOwnPackage, readPlugin } from './installed.js'

const manifest = { id: 'evm', export: 'evm', title: 'EVM', description: 'EVM', kernel: '^0.1' }

function install(folder: Folder, name: string, fields: object = {}): void {
  folder.write(`node_modules/${name}/package.json`, { name, version: '1.2.3', walletModal: manifest, ...fields })
}

describe('readPlugin', () => {
  it('reads a manifest and its networks from node_modules of a parent folder', async () => {
    using folder = createFolder()
    install(folder, '@x/evm', {
      walletModal: { ...manifest, networks: './networks.json' },
      peerDependencies: { react: '>=18' },
    })
    folder.write('node_modules/@x/evm/networks.json', [network('1')])
    const plugin = await readPlugin(join(folder.path, 'packages/site'), '@x/evm')
    expect(plugin).toMatchObject({
      name: '@x/evm',
      version: '1.2.3',
      peerDependencies: { react: '>=18' },
      networks: [network('1')],
    })
  })

  it('advises `add` for a plugin that package.json does not list, and `npm install` for one that it lists', async () => {
    using folder = createFolder()
    const refusal = (advice: RegExp) => ({ code: 'NOT_INSTALLED', advice: expect.stringMatching(advice) })
    await expect(readPlugin(folder.path, 'evm')).rejects.toMatchObject(
      refusal(/does not list it.*Remove "evm".*add evm`/),
    )
    folder.write('package.json', { dependencies: { evm: '1.0.0' } })
    await expect(readPlugin(folder.path, 'evm')).rejects.toMatchObject(refusal(/npm install/))
  })

  it('N1 findInstalled finds no package by a path in place of a name', async () => {
    using folder = createFolder('a/b')
    folder.write('../evil/package.json', { name: 'evil', version: '1.0.0', walletModal: manifest })
    for (const name of [
      '../../evil',
      '..',
      '/etc',
      'x/../../evil',
      ...hostilePaths.filter((path) => !/^[a-z]/.test(path)),
    ]) {
      expect(await findInstalled(folder.path, name)).toBeUndefined()
    }
  })

  it.each(hostilePaths)('N1 refuses %j as the path of the networks file', async (networks) => {
    using folder = createFolder()
    install(folder, 'evm', { walletModal: { ...manifest, networks } })
    await expect(readPlugin(folder.path, 'evm')).rejects.toMatchObject({ code: 'INVALID_MANIFEST' })
  })

  it('N1 refuses a networks file that is a symbolic link out of the package', async () => {
    using folder = createFolder()
    folder.write('secret.json', [network('1')])
    install(folder, 'evm', { walletModal: { ...manifest, networks: 'networks.json' } })
    symlinkSync('../../secret.json', join(folder.path, 'node_modules/evm/networks.json'))
    await expect(readPlugin(folder.path, 'evm')).rejects.toMatchObject({ code: 'INVALID_PATH' })
  })

  it('reads a package whose folder is a symbolic link, as package managers create them', async () => {
    using folder = createFolder()
    folder.write('store/evm/package.json', {
      name: 'evm',
      version: '1.0.0',
      walletModal: { ...manifest, networks: 'networks.json' },
    })
    folder.write('store/evm/networks.json', [network('1')])
    folder.write('node_modules/.keep', '')
    symlinkSync('../store/evm', join(folder.path, 'node_modules/evm'))
    expect((await readPlugin(folder.path, 'evm')).networks).toHaveLength(1)
  })

  it.each([
    ['invalid JSON', '{'],
    ['an object in place of the list', '{}'],
    ['an incomplete network', '[{"caipNetworkId":"eip155:1"}]'],
    ['a duplicate network id', JSON.stringify([network('1'), network('1')])],
    ['a javascript: URL as explorerUrl', JSON.stringify([{ ...network('1'), explorerUrl: 'javascript:alert(1)' }])],
  ])('N8 refuses a networks file with %s', async (_, text) => {
    using folder = createFolder()
    install(folder, 'evm', { walletModal: { ...manifest, networks: 'networks.json' } })
    folder.write('node_modules/evm/networks.json', text)
    await expect(readPlugin(folder.path, 'evm')).rejects.toMatchObject({ code: 'INVALID_MANIFEST' })
  })

  it.each(['{', '[]', '{"name": 5}', '{"name":"evm"}', '{"name":"evm","version":"1.0.0","__proto__":{}}'])(
    'N8 refuses the package.json %s',
    async (text) => {
      using folder = createFolder()
      folder.write('node_modules/evm/package.json', text)
      await expect(readPlugin(folder.path, 'evm')).rejects.toMatchObject({ code: 'INVALID_MANIFEST' })
    },
  )

  it('refuses a package.json that is a named pipe or too large', async () => {
    using folder = createFolder()
    folder.write('node_modules/.keep', '')
    folder.write('node_modules/big/package.json', ' '.repeat(2 << 20))
    folder.write('node_modules/pipe/.keep', '')
    execFileSync('mkfifo', [join(folder.path, 'node_modules/pipe/package.json')])
    await expect(readPlugin(folder.path, 'pipe')).rejects.toMatchObject({ code: 'FILE_ERROR' })
    await expect(readPlugin(folder.path, 'big')).rejects.toMatchObject({ code: 'FILE_ERROR' })
  })
})

describe('findBin', () => {
  it.each(['../../evil.js', '/bin/sh', 'missing.js'])('N1 refuses %j as the path of a program', async (bin) => {
    using folder = createFolder()
    install(folder, 'evm', { bin: { evm: bin } })
    const installed = await findInstalled(folder.path, 'evm')
    if (!installed) throw new Error('not installed')
    await expect(findBin(installed, 'evm')).rejects.toMatchObject({
      code: expect.stringMatching(/INVALID_(?:PATH|MANIFEST)/),
    })
  })
})

describe('readOwnPackage', () => {
  it('lists the dependencies of a site, and none without a package.json', async () => {
    using folder = createFolder()
    expect((await readOwnPackage(folder.path)).listed).toEqual(new Set())
    folder.write('package.json', { dependencies: { a: '1' }, devDependencies: { b: '1' } })
    expect((await readOwnPackage(folder.path)).listed).toEqual(new Set(['a', 'b']))
  })
  it('rejects a package.json that is not JSON as a defect of the site', async () => {
    using folder = createFolder()
    writeFileSync(join(folder.path, 'package.json'), '{ "name": ')
    await expect(readOwnPackage(folder.path)).rejects.toMatchObject({
      code: 'INVALID_SITE',
      message: expect.stringContaining("This site's package.json is not valid JSON"),
    })
  })
})
