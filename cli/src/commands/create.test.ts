import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentOf, runBin } from '../fixtures/bin.js'
import { createFolder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { fakeInstall } from '../fixtures/install.js'
import { generatedFile } from '../plan/files/generate.js'
import { parseSiteManifest } from '../plan/site/site-manifest.js'

const offline = ['--yes', '--no-install']

describe('create, without a terminal', () => {
  it('N7 makes a site offline, and says what to do next', async () => {
    using folder = createFolder()
    const ran = await runInside(folder.path, ['shop', ...offline])
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    expect(ran.stdout).toMatch(/Next:\n {2}cd shop\n {2}npm install\n {2}npm run dev\n/)
    expect(readdirSync(folder.path)).toEqual(['shop'])
    expect(readdirSync(join(folder.path, 'shop')).sort()).toEqual([
      '.gitignore',
      '.oxlintrc.json',
      'README.md',
      'index.html',
      'package.json',
      'public',
      'src',
      'tsconfig.json',
      'vite.config.ts',
      'wallet-modal.json',
    ])
  })

  it('pins every dependency to an exact version', async () => {
    using folder = createFolder()
    await runInside(folder.path, ['shop', ...offline])
    const { dependencies, devDependencies } = JSON.parse(folder.read('shop/package.json'))
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(devDependencies).toMatchObject({
      'create-wallet-modal': '0.1.0',
      '@wallet-modal/sandbox': '0.1.0',
      '@foundry-rs/anvil': '1.7.1',
    })
    expect(Object.keys(dependencies)).not.toContain('@wallet-modal/sandbox')
  })

  it('brings every package that the engine of a chain family takes', async () => {
    using folder = createFolder()
    const flags = ['--plugins', 'connect,polkadot', '--networks', 'polkadot:91b171bb158e2d3848fa23a9f1c25182']
    await runInside(folder.path, ['shop', ...offline, ...flags])
    const { devDependencies } = JSON.parse(folder.read('shop/package.json'))
    expect(devDependencies).toMatchObject({
      '@acala-network/chopsticks': '1.1.0',
      '@substrate/connect-known-chains': '1.10.3',
    })
    expect(Object.keys(devDependencies)).not.toContain('@foundry-rs/anvil')
  })

  it('says before it writes that sign-in needs a server, where the template has none', async () => {
    using folder = createFolder()
    const warned = async (...flags: string[]): Promise<readonly string[]> =>
      documentOf<{ warnings: readonly string[] }>(
        await runInside(folder.path, ['shop', '--json', '--dry-run', ...offline, ...flags]),
      ).warnings
    expect(await warned('--siwx')).toEqual([
      expect.stringContaining('In production, sign-in needs a server of this site'),
    ])
    expect(await warned('--siwx', '--template', 'next')).toEqual([])
    expect(await warned()).toEqual([])
  })

  it('writes texts into the README as Markdown', async () => {
    using folder = createFolder()
    await runInside(folder.path, ['shop', ...offline, '--name', "Bob's <b>shop</b> | *one*"])
    const readme = folder.read('shop/README.md')
    expect(readme).toContain("# Bob's \\<b\\>shop\\</b\\> \\| \\*one\\*")
    expect(readme).not.toMatch(/&(?:#\w+|\w+);/)
  })

  it('leaves sandbox and engine out when told so', async () => {
    using folder = createFolder()
    await runInside(folder.path, ['shop', ...offline, '--no-sandbox'])
    expect(folder.read('shop/package.json')).not.toMatch(/sandbox|anvil/)
    expect(folder.read('shop/wallet-modal.json')).not.toContain('sandbox')
    expect(folder.read('shop/src/site.ts')).toContain('hasSandbox: false')
  })

  it('takes every choice by flags', async () => {
    using folder = createFolder()
    const flags = [
      '--name',
      'My Shop',
      '--project-id',
      'env:VITE_ID',
      '--networks',
      'eip155:8453,eip155:1',
      '--plugins',
      'connect,eip155',
      '--theme',
      'dark',
      '--locale',
      'ar',
      '--pm',
      'pnpm',
      '--legal-checkbox',
      '--terms-url',
      'https://shop.example/terms',
      '--sandbox-url',
      'http://127.0.0.1:4811',
      '--template',
      'vite-react',
    ]
    const ran = await runInside(folder.path, ['shop', ...offline, ...flags])
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    expect(parseSiteManifest(folder.read('shop/wallet-modal.json'))).toMatchObject({
      projectId: { env: 'VITE_ID' },
      metadata: { name: 'My Shop' },
      networks: ['eip155:8453', 'eip155:1'],
      theme: 'dark',
      locale: 'ar',
      plugins: {
        '@wallet-modal/connect': { legalCheckbox: true, termsUrl: 'https://shop.example/terms' },
        '@wallet-modal/eip155': {},
        '@wallet-modal/sandbox': { url: 'http://127.0.0.1:4811' },
      },
    })
    expect(folder.read('shop/index.html')).toContain('<html lang="ar" dir="rtl">')
    expect(ran.stdout).toContain('pnpm dev')
  })

  it('takes a list in parts', async () => {
    using folder = createFolder()
    const networks = ['--networks', 'eip155:8453', '--networks', 'eip155:1,eip155:10']
    const plugins = ['--plugins', 'connect', '--plugins', 'eip155']
    const wallets = ['--featured-wallet-ids', 'a,b', '--featured-wallet-ids', 'c']
    const ran = await runInside(folder.path, ['shop', ...offline, '--no-sandbox', ...networks, ...plugins, ...wallets])
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    expect(parseSiteManifest(folder.read('shop/wallet-modal.json'))).toMatchObject({
      networks: ['eip155:8453', 'eip155:1', 'eip155:10'],
      plugins: { '@wallet-modal/connect': { featuredWalletIds: ['a', 'b', 'c'] }, '@wallet-modal/eip155': {} },
    })
  })

  it('refuses to guess without a terminal and without --yes', async () => {
    using folder = createFolder()
    for (const args of [[], ['shop'], ['shop', '--json'], ['shop', '--dry-run']]) {
      expect(await runBin(folder.path, args)).toMatchObject({ exitCode: 2 })
    }
    expect(folder.snapshot()).toEqual({})
  })

  it('N4 shows the plan and writes nothing with --dry-run', async () => {
    using folder = createFolder()
    const ran = await runInside(folder.path, ['shop', '--yes', '--dry-run'])
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    expect(ran.stdout).toContain('Nothing was written.')
    expect(folder.snapshot()).toEqual({})
  })

  it('prints exactly one JSON document with --json, for success and for failure', async () => {
    using folder = createFolder()
    const ran = await runInside(folder.path, ['shop', ...offline, '--json'])
    expect(ran.stderr).toBe('')
    expect(documentOf(ran)).toMatchObject({
      ok: true,
      command: 'create',
      path: join(folder.path, 'shop'),
      installed: false,
      next: ['cd shop', 'npm install', 'npm run dev'],
    })
    const again = await runInside(folder.path, ['shop', ...offline, '--json'])
    expect(again).toMatchObject({ exitCode: 3, stderr: '' })
    expect(documentOf(again)).toMatchObject({ ok: false, error: { code: 'NOT_EMPTY', advice: expect.any(String) } })
    expect(documentOf(await runBin(folder.path, ['shop', '--json', '--bogus']))).toMatchObject({
      ok: false,
      error: { code: 'USAGE' },
    })
  })

  it('says in the dry run what it would write', async () => {
    using folder = createFolder()
    const planned = documentOf<{ dryRun: boolean; files: readonly { path: string; bytes: number }[] }>(
      await runInside(folder.path, ['shop', '--yes', '--dry-run', '--json']),
    )
    await runInside(folder.path, ['shop', ...offline])
    for (const { path, bytes } of planned.files) expect(Buffer.byteLength(folder.read(`shop/${path}`))).toBe(bytes)
    expect(planned.dryRun).toBe(true)
  })

  it('N2 changes nothing in a folder that is not empty', async () => {
    using folder = createFolder()
    folder.write('shop/mine.txt', 'mine')
    const before = folder.snapshot()
    expect(await runBin(folder.path, ['shop', ...offline])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('is not empty'),
    })
    expect(folder.snapshot()).toEqual(before)
  })

  it.each([
    ['--networks=eip155:2', 2, 'Did you mean'],
    ['--networks=cosmos:x', 3, 'namespace:cosmos'],
    ['--plugins=conect', 2, 'Did you mean "connect"'],
    ['--pm=nmp', 2, 'Did you mean "npm"'],
    ['--template=../x', 2, 'There is no template'],
    ['--theme=blue', 2, '"theme"'],
    ['--name=a\nb', 2, 'one line'],
    ['--sandbox-url=http://example.com', 2, 'on this machine'],
    ['--cwd=nowhere', 2, 'does not exist'],
  ])('refuses %j', async (flag, exitCode, words) => {
    using folder = createFolder()
    const ran = await runInside(folder.path, ['shop', ...offline, flag])
    expect(ran.exitCode).toBe(exitCode)
    expect(ran.stderr).toContain(words)
    expect(folder.snapshot()).toEqual({})
  })
})

describe('N6 names', () => {
  const bad = ['a\nb', '-rf', '--', 'x"y', 'x|y', 'x>y', 'con', 'x.']
  it.each([
    'x; touch pwned',
    '$(touch pwned)',
    '`touch pwned`',
    "it's; touch pwned #",
    '&& touch pwned',
    'ü ü',
    '{{title}}',
    '\u0024{title}',
    ...bad,
  ])('makes %j literally, or refuses it, and starts no shell', async (name) => {
    using folder = createFolder()
    const npm = fakeInstall(folder, 'ok')
    const ran = await runBin(folder.path, ['--yes', '--name', name, '--', name], { env: npm.env })
    const made = readdirSync(folder.path).filter((entry) => entry !== 'fake-bin')
    expect(ran.exitCode).toBe(bad.includes(name) ? 2 : 0)
    expect(made).toEqual(bad.includes(name) ? [] : [name])
    if (ran.exitCode !== 0) return
    const manifest = parseSiteManifest(folder.read(`${name}/wallet-modal.json`))
    expect(manifest.metadata.name).toBe(name)
    expect(JSON.parse(folder.read(`${name}/package.json`)).name).toMatch(/^[a-z0-9-]+$/)
  })

  it('N7 works in a path with spaces, ü and 200 characters', async () => {
    using folder = createFolder(`ein schöner Ort/${'lang'.repeat(50)}`)
    const npm = fakeInstall(folder, 'ok')
    const ran = await runBin(folder.path, ['süße seite', '--yes'], { env: npm.env })
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    expect(folder.read('süße seite/index.html')).toContain('<title>süße seite</title>')
  })
})

describe('create, with an installation', () => {
  it('installs in a folder of its own, without scripts, before the site is in place', async () => {
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

  it('makes the generated file from what was really installed', async () => {
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

  it('N5 leaves nothing after an installation that failed, and shows why it did', async () => {
    using folder = createFolder()
    const npm = fakeInstall(folder, 'fail')
    const ran = await runBin(folder.path, ['deep/shop', '--yes'], { env: npm.env })
    expect(ran).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('npm error code E404 nothing here') })
    expect(readdirSync(folder.path)).toEqual(['fake-bin'])
  })

  it('N1 leaves nothing when an installed manifest leads out of its package', async () => {
    using folder = createFolder()
    const ran = await runBin(folder.path, ['shop', '--yes'], { env: fakeInstall(folder, 'broken').env })
    expect(ran).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('walletModal') })
    expect(readdirSync(folder.path)).toEqual(['fake-bin'])
  })

  it('says that a package manager is not there', async () => {
    using folder = createFolder()
    const ran = await runBin(folder.path, ['shop', '--yes', '--pm', 'bun'], {
      env: { PATH: folder.path },
      extendEnv: false,
    })
    expect(ran).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('"bun" is not installed') })
    expect(folder.snapshot()).toEqual({})
  })

  it('N1 makes nothing behind a link that takes the name of the site', async () => {
    using folder = createFolder()
    using outside = createFolder('outside')
    symlinkSync(outside.path, join(folder.path, 'shop'))
    expect(await runInside(folder.path, ['shop', ...offline])).toMatchObject({ exitCode: 3 })
    expect(outside.snapshot()).toEqual({})
  })

  it('takes the package manager that runs it', async () => {
    using folder = createFolder()
    const ran = await runBin(folder.path, ['shop', ...offline, '--json'], {
      env: { npm_config_user_agent: 'yarn/4.5.0 npm/? node/v20.20.2 linux x64' },
    })
    expect(documentOf(ran)).toMatchObject({ packageManager: 'yarn', next: ['cd shop', 'yarn install', 'yarn dev'] })
    expect(readFileSync(join(folder.path, 'shop/.yarnrc.yml'), 'utf8')).toBe('nodeLinker: node-modules\n')
    mkdirSync(join(folder.path, 'x'))
  })
})
