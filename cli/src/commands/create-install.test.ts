import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentOf, runBin } from '../fixtures/bin.js'
import { createFolder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { fakeInstall } from '../fixtures/install.js'
import { generatedFile } from '../plan/files/generate.js'

const offline = ['--yes', '--no-install']

describe('create, with an installation', () => {
  it('installs in a staging folder without lifecycle scripts, then moves the site into place', async () => {
    using folder = createFolder()
    const npm = fakeInstall(folder, 'ok')
    const ran = await runBin(folder.path, ['shop', '--yes'], { env: npm.env })
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    expect(npm.log()).toMatchObject({
      argv: ['install', '--ignore-scripts', '--no-audit', '--no-fund'],
      scripts: 'true',
    })
    expect(npm.log().cwd).not.toContain('shop')
    expect(npm.log().files).toContain('package.json')
    expect(readdirSync(folder.path).sort()).toEqual(['fake-bin', 'shop'])
    expect(existsSync(join(folder.path, 'shop/node_modules/@wallet-modal/kernel/package.json'))).toBe(true)
    expect(ran.stdout).not.toContain('npm install')
  })

  it('generates code from the installed manifests', async () => {
    using folder = createFolder()
    await runBin(folder.path, ['other', '--yes'], { env: fakeInstall(folder, 'other').env })
    expect(folder.read(`other/${generatedFile}`)).toContain("import { evm } from '@wallet-modal/eip155'")
    await runBin(folder.path, ['same', '--yes'], { env: fakeInstall(folder, 'ok').env })
    await runInside(folder.path, ['offline', ...offline])
    expect(folder.read(`same/${generatedFile}`).replace('same', 'x')).toContain(
      "import { eip155 } from '@wallet-modal/eip155'",
    )
    const check = await runBin(join(folder.path, 'same'), ['sync', '--check'])
    expect(check).toMatchObject({ exitCode: 0, stderr: '' })
  })

  it('N5 leaves no files after a failed installation, and shows the error of npm', async () => {
    using folder = createFolder()
    const npm = fakeInstall(folder, 'fail')
    const ran = await runBin(folder.path, ['deep/shop', '--yes'], { env: npm.env })
    expect(ran).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('npm error code E404 nothing here') })
    expect(readdirSync(folder.path)).toEqual(['fake-bin'])
  })

  it('N1 leaves no files if an installed manifest has a path out of its package', async () => {
    using folder = createFolder()
    const ran = await runBin(folder.path, ['shop', '--yes'], { env: fakeInstall(folder, 'broken').env })
    expect(ran).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('walletModal') })
    expect(readdirSync(folder.path)).toEqual(['fake-bin'])
  })

  it('reports that the chosen package manager is not installed', async () => {
    using folder = createFolder()
    const ran = await runBin(folder.path, ['shop', '--yes', '--pm', 'bun'], {
      env: { PATH: folder.path },
      extendEnv: false,
    })
    expect(ran).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('"bun" is not installed') })
    expect(folder.snapshot()).toEqual({})
  })

  it('N1 writes nothing through a symbolic link with the name of the site', async () => {
    using folder = createFolder()
    using outside = createFolder('outside')
    symlinkSync(outside.path, join(folder.path, 'shop'))
    expect(await runInside(folder.path, ['shop', ...offline])).toMatchObject({ exitCode: 3 })
    expect(outside.snapshot()).toEqual({})
  })

  it('uses the package manager that runs the command', async () => {
    using folder = createFolder()
    const ran = await runBin(folder.path, ['shop', ...offline, '--json'], {
      env: { npm_config_user_agent: 'yarn/4.5.0 npm/? node/v20.20.2 linux x64' },
    })
    expect(documentOf(ran)).toMatchObject({ packageManager: 'yarn', next: ['cd shop', 'yarn install', 'yarn dev'] })
    expect(readFileSync(join(folder.path, 'shop/.yarnrc.yml'), 'utf8')).toBe('nodeLinker: node-modules\n')
    mkdirSync(join(folder.path, 'x'))
  })
})
