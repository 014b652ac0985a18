import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentOf, runBin } from '../fixtures/bin.js'
import { createFolder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { parseSiteManifest } from '../plan/site/site-manifest.js'

const offline = ['--yes', '--no-install']

describe('create, without a terminal', () => {
  it('N7 creates a site offline, and prints the next commands', async () => {
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

  it('adds every package that the sandbox engine of a chain family needs', async () => {
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

  it('says under npm create, which swallows flags, that --yes has to follow --', async () => {
    using folder = createFolder()
    const npm = { npm_config_user_agent: 'npm/11.19.1 node/v20.20.2', npm_command: 'init', npm_lifecycle_event: 'npx' }
    expect((await runInside(folder.path, ['shop'], npm)).stderr).toContain('Add `-- --yes`')
    const npx = { ...npm, npm_command: 'exec' }
    expect((await runInside(folder.path, ['shop'], npx)).stderr).toContain('Add `--yes`')
    const pnpm = { npm_config_user_agent: 'pnpm/10.0.0 npm/? node/v20.20.2', npm_command: 'run-script' }
    expect((await runInside(folder.path, ['shop'], pnpm)).stderr).toContain('Add `--yes`')
    folder.write('package.json', { name: 'shop', dependencies: { vite: '8.0.0' } })
    expect((await runInside(folder.path, [], npm)).stderr).toContain('Add `-- --yes`')
  })

  it('warns that swap does nothing on the built site without a source, also in an existing site', async () => {
    using folder = createFolder()
    const flags = ['--yes', '--dry-run', '--json', '--plugins', 'connect,eip155,swap']
    const warning = expect.stringMatching(/plugins do nothing without it or a service of your own: swap\..* add lifi`/)
    const warningsOf = async (...args: string[]): Promise<readonly string[]> =>
      documentOf<{ warnings: readonly string[] }>(await runInside(folder.path, args)).warnings
    expect(await warningsOf('shop', ...flags)).toEqual([warning])
    expect(await warningsOf('shop', '--yes', '--dry-run', '--json')).toEqual([])
    folder.write('package.json', { name: 'shop', dependencies: { vite: '8.0.0' } })
    expect(await warningsOf('init', ...flags)).toEqual([warning])
  })

  it('warns about a project id that is a placeholder or has the wrong format', async () => {
    using folder = createFolder()
    const warningsOf = async (id: string): Promise<readonly string[]> =>
      documentOf<{ warnings: readonly string[] }>(
        await runInside(folder.path, ['shop', '--yes', '--dry-run', '--json', '--project-id', id]),
      ).warnings
    expect(await warningsOf('YOUR_PROJECT_ID')).toEqual([expect.stringMatching(/is a placeholder/)])
    expect(await warningsOf('123')).toEqual([expect.stringMatching(/"123" is not valid/)])
    expect(await warningsOf('9f86d081884c7d659a2feaa0c55ad015')).toEqual([])
  })

  it('names the flag of an invalid option, and the file of --from that is not a wallet-modal.json', async () => {
    using folder = createFolder()
    const errorOf = async (...flags: string[]): Promise<object> =>
      documentOf<{ error: object }>(await runInside(folder.path, ['shop', '--yes', '--dry-run', '--json', ...flags]))
        .error
    expect(await errorOf('--socials', 'gogle')).toMatchObject({
      code: 'INVALID_OPTION',
      advice: 'Correct --socials; see --help.',
    })
    folder.write('package.json', { name: 'x' })
    expect(await errorOf('--from', './package.json')).toMatchObject({
      code: 'INVALID_SITE',
      message: expect.stringMatching(/^package\.json: /),
      advice: 'Pass the path or URL of a valid wallet-modal.json.',
    })
  })

  it('warns in a dry run that sign-in needs a server if the template has none', async () => {
    using folder = createFolder()
    const warned = async (...flags: string[]): Promise<readonly string[]> =>
      documentOf<{ warnings: readonly string[] }>(
        await runInside(folder.path, ['shop', '--json', '--dry-run', ...offline, ...flags]),
      ).warnings
    expect(await warned('--siwx')).toEqual([
      expect.stringMatching(/In production, sign-in needs a server of this site.* docs\/sign-in\.md in the repository/),
    ])
    expect(await warned('--siwx', '--template', 'next')).toEqual([])
    expect(await warned()).toEqual([])
  })

  it('escapes the name of the site as Markdown in the README', async () => {
    using folder = createFolder()
    await runInside(folder.path, ['shop', ...offline, '--name', "Bob's <b>shop</b> | *one*"])
    const readme = folder.read('shop/README.md')
    expect(readme).toContain("# Bob's \\<b\\>shop\\</b\\> \\| \\*one\\*")
    expect(readme).not.toMatch(/&(?:#\w+|\w+);/)
  })

  it('omits the sandbox and its engine with --no-sandbox', async () => {
    using folder = createFolder()
    await runInside(folder.path, ['shop', ...offline, '--no-sandbox'])
    expect(folder.read('shop/package.json')).not.toMatch(/sandbox|anvil/)
    expect(folder.read('shop/wallet-modal.json')).not.toContain('sandbox')
  })

  it('omits the sandbox and its engine with --no-sandbox, also with another plugin for development only', async () => {
    using folder = createFolder()
    await runInside(folder.path, ['shop', ...offline, '--no-sandbox', '--plugins', 'connect,eip155,devtools'])
    expect(folder.read('shop/package.json')).toContain('@wallet-modal/devtools')
    expect(folder.read('shop/package.json')).not.toMatch(/sandbox|anvil/)
  })

  it('writes the choices that are given as flags', async () => {
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

  it.each([
    ['vite-react', 'VITE_WC_ID'],
    ['next', 'NEXT_PUBLIC_WC_ID'],
  ])('refuses for the template %s a project id in a variable that pages cannot read', async (template, name) => {
    using folder = createFolder()
    const flags = ['--template', template, '--project-id', 'env:WC_ID']
    const ran = await runInside(folder.path, ['shop', ...offline, ...flags])
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining(`"env:${name}"`)])
    expect(folder.snapshot()).toEqual({})
  })

  it('joins the values of a list flag that is given more than once', async () => {
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

  it('fails without a terminal and without --yes, and writes nothing', async () => {
    using folder = createFolder()
    for (const args of [[], ['shop'], ['shop', '--json']]) {
      expect(await runBin(folder.path, args)).toMatchObject({ exitCode: 2 })
    }
    expect(folder.snapshot()).toEqual({})
  })

  it('N4 shows the plan with the defaults and writes nothing with --dry-run, with or without --yes', async () => {
    using folder = createFolder()
    const ran = await runInside(folder.path, ['shop', '--yes', '--dry-run'])
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    expect(ran.stdout).toContain('Nothing was written.')
    expect(await runInside(folder.path, ['shop', '--dry-run'])).toEqual(ran)
    const withJson = await runInside(folder.path, ['shop', '--dry-run', '--json'])
    expect(documentOf(withJson)).toMatchObject({ ok: true, command: 'create', dryRun: true })
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

  it('lists in a dry run the files that it would write, with their sizes', async () => {
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
  ])('refuses the flag %j, and writes nothing', async (flag, exitCode, words) => {
    using folder = createFolder()
    const ran = await runInside(folder.path, ['shop', ...offline, flag])
    expect(ran.exitCode).toBe(exitCode)
    expect(ran.stderr).toContain(words)
    expect(folder.snapshot()).toEqual({})
  })
})
