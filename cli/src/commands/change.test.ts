import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, describe, expect, it } from 'vitest'
import { documentOf } from '../fixtures/bin.js'
import { type ChangedSite, createChangedSite } from '../fixtures/changed-site.js'
import { createFolder } from '../fixtures/folder.js'
import { fakeInstall } from '../fixtures/install.js'
import { createTerminal } from '../fixtures/terminal.js'
import { run } from '../run.js'

interface Document {
  readonly ok: boolean
  readonly changed: boolean
  readonly error: { readonly code: string; readonly message: string; readonly advice: string }
  readonly added: readonly { readonly name: string; readonly firstParty: boolean; readonly permissions: object }[]
  readonly packages: readonly { readonly name: string; readonly change: string }[]
  readonly files: readonly { readonly path: string; readonly change: string; readonly diff: string }[]
  readonly kept: readonly string[]
  readonly warnings: readonly string[]
  readonly next: readonly string[]
}

const start = await createChangedSite()
afterAll(() => start[Symbol.dispose]())
const fresh = (mode?: Parameters<typeof createChangedSite>[0]): Promise<ChangedSite> =>
  createChangedSite(mode, start.site)
const json = async (one: ChangedSite, ...args: string[]): Promise<Document> => {
  const words = [...args.slice(0, 1), '--json', '--yes', ...args.slice(1)]
  return documentOf<Document>(await (args.includes('--no-install') ? one.runHere(words) : one.run(words)))
}

const untouched = start.site.snapshot()

/** A command in this process that is refused. */
async function refused(...args: string[]): Promise<Document> {
  const { env, text } = createTerminal(start.site.path)
  await run([...args.slice(0, 1), '--json', '--yes', ...args.slice(1)], env, { name: 'x', createsByDefault: false })
  return JSON.parse(text())
}

describe('add', () => {
  it('adds plugins with their packages, engines apart, and says what they may reach', async () => {
    using one = await fresh()
    const document = await json(one, 'add', 'sandbox', 'walletconnect')
    expect(document).toMatchObject({ ok: true, command: 'add', changed: true, packageManager: 'npm', installed: true })
    expect(document.added.map(({ name, firstParty }) => [name, firstParty])).toEqual([
      ['@wallet-modal/sandbox', true],
      ['@wallet-modal/walletconnect', true],
    ])
    expect(document.added[1]?.permissions).toMatchObject({ api: ['relay:/', 'rpc:*'] })
    expect(document.files.map(({ path }) => path)).toEqual([
      'package.json',
      'wallet-modal.json',
      'src/wallet-modal.generated.ts',
    ])
    const { dependencies, devDependencies } = JSON.parse(one.site.read('package.json'))
    expect(dependencies).toMatchObject({ '@wallet-modal/walletconnect': '0.1.0' })
    expect(devDependencies).toMatchObject({ '@wallet-modal/sandbox': '0.1.0', '@foundry-rs/anvil': '1.7.1' })
    expect(one.site.read('src/wallet-modal.generated.ts')).toContain('walletconnect({ ...code.walletconnect })')
    expect(await one.run(['sync', '--check'])).toMatchObject({ exitCode: 0 })
  })

  it('N3 is a no-op the second time, and never touches options', async () => {
    using one = await fresh()
    await json(one, 'add', 'walletconnect', '--set', 'walletconnect.projectId=mine', '--no-install')
    const before = one.files()
    expect(await json(one, 'add', 'walletconnect', '@wallet-modal/connect', '--no-install')).toMatchObject({
      changed: false,
      files: [],
    })
    expect(await json(one, 'add', 'walletconnect', '--set', 'walletconnect.projectId=other')).toMatchObject({
      error: { code: 'USAGE' },
    })
    expect(one.files()).toEqual(before)
  })

  it('N3 comes to the same bytes in any order, and goes back to the byte', { timeout: 90_000 }, async () => {
    const orders = [
      ['safe', 'sandbox', 'solana'],
      ['solana', 'sandbox', 'safe'],
      ['sandbox', 'safe', 'solana'],
    ]
    const ends: object[] = []
    for (const order of orders) {
      using one = await fresh()
      for (const name of order) await json(one, 'add', name, '--no-install')
      ends.push(one.files())
      for (const name of ['solana', 'safe', 'sandbox'])
        expect(await json(one, 'remove', name, '--no-install')).toMatchObject({ ok: true })
      expect(one.files()).toEqual(start.files())
    }
    expect(ends[1]).toEqual(ends[0])
    expect(ends[2]).toEqual(ends[0])
  })

  it('N4 writes nothing with --dry-run, and asks for no --yes', async () => {
    using one = await fresh()
    const ran = await one.run(['add', 'walletconnect', '--dry-run'])
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    for (const text of [
      '+ walletconnect',
      'wss://relay.walletconnect.org',
      '+    "@wallet-modal/walletconnect": {}',
      'Nothing was written',
    ])
      expect(ran.stdout).toContain(text)
    expect(one.site.snapshot()).toEqual(start.site.snapshot())
  })

  it('asks nobody without a terminal, and changes nothing then', async () => {
    using one = await fresh()
    for (const command of [
      ['add', 'safe'],
      ['remove', 'account'],
      ['set', 'theme=dark'],
      ['remove', '--all'],
    ])
      expect(await one.run(command)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })
    expect(one.site.snapshot()).toEqual(start.site.snapshot())
  })

  it.each([
    [['add', '@wallet-modal/conect'], 'UNKNOWN_PLUGIN'],
    [['add', '../evil'], 'UNKNOWN_PLUGIN'],
    [['add', '-x'], 'USAGE'],
    [['add', '--', '--ignore-scripts'], 'UNKNOWN_PLUGIN'],
    [['add', 'x; touch p'], 'UNKNOWN_PLUGIN'],
    [['add', '$(touch p)'], 'UNKNOWN_PLUGIN'],
    [['add', 'https://evil.example/x.tgz'], 'UNKNOWN_PLUGIN'],
    [['add', 'solana@9.9.9'], 'UNKNOWN_PLUGIN'],
    [['add'], 'USAGE'],
    [['remove'], 'USAGE'],
    [['remove', 'nope'], 'UNKNOWN_PLUGIN'],
    [['remove', '--all', 'connect'], 'USAGE'],
    [['set'], 'USAGE'],
    [['set', 'theme'], 'USAGE'],
    [['set', 'thme=dark'], 'USAGE'],
    [['set', 'theme=pink'], 'INVALID_OPTION'],
    [['set', 'networks='], 'INVALID_OPTION'],
    [['set', 'connect.legalCheckbox=perhaps'], 'INVALID_OPTION'],
    [['set', 'connect.legalChekbox=true'], 'INVALID_OPTION'],
    [['set', 'safe.parents=[]'], 'USAGE'],
    [['set', 'networks=eip155:999999'], 'UNKNOWN_NETWORK'],
    [['set', 'networks=solana:x'], 'MISSING_CAPABILITY'],
    [['add', 'safe', '--pm', 'cargo'], 'INVALID_OPTION'],
    [['remove', 'eip155'], 'STILL_NEEDED'],
  ])('N6 refuses %j in words, and changes nothing', async (args, code) => {
    const { error } = await refused(...args.slice(0, 1), '--no-install', ...args.slice(1))
    expect(error.code).toBe(code)
    expect(error.message.length).toBeGreaterThan(15)
    expect(start.site.snapshot()).toEqual(untouched)
  })

  it('names the networks that would be lost as a person knows them', async () => {
    const { error } = await refused('remove', '--no-install', 'eip155')
    expect(error.message).toContain('Ethereum (eip155:1), Base (eip155:8453)')
  })

  it('refuses when a plugin came with other permissions than were shown, and puts everything back', async () => {
    using one = await fresh('more')
    expect(await json(one, 'add', 'walletconnect')).toMatchObject({
      error: { code: 'INVALID_MANIFEST', message: expect.stringContaining('permissions') },
    })
    expect(one.files()).toEqual(start.files())
  })

  it('makes the generated file of what was installed', async () => {
    using one = await fresh('other')
    await json(one, 'add', 'safe')
    expect(one.site.read('src/wallet-modal.generated.ts')).toContain("import { evm } from '@wallet-modal/eip155'")
  })

  it('N4 warns where Git has uncommitted changes, and is silent where it has not, and without Git', async () => {
    using one = await fresh()
    expect((await json(one, 'set', 'theme=dark')).warnings).toEqual([])
    const git = (...args: string[]) =>
      execa('git', ['-c', 'user.email=a@b.c', '-c', 'user.name=n', ...args], { cwd: one.site.path })
    await git('init', '-q')
    await git('add', '-A')
    await git('commit', '-qm', 'start')
    expect((await json(one, 'set', 'theme=light')).warnings).toEqual([])
    expect((await json(one, 'set', 'theme=dark')).warnings).toEqual([expect.stringContaining('not committed')])
    using empty = createFolder('empty')
    const { env } = fakeInstall(empty, 'ok')
    const alone = { PATH: join(empty.path, 'fake-bin') }
    expect(documentOf(await one.run(['set', 'theme=auto', '--json', '--yes'], { ...env, ...alone }))).toMatchObject({
      ok: true,
      warnings: [],
    })
  })

  it('N1 writes through no link', async () => {
    using one = await fresh()
    using other = createFolder('other')
    const real = other.write('wallet-modal.json', one.site.read('wallet-modal.json'))
    await execa('rm', [join(one.site.path, 'wallet-modal.json')])
    symlinkSync(real, join(one.site.path, 'wallet-modal.json'))
    const before = other.snapshot()
    expect(await json(one, 'add', 'safe')).toMatchObject({ error: { code: 'FILE_ERROR' } })
    expect(other.snapshot()).toEqual(before)
  })

  it('uses the package manager that the site is installed with', async () => {
    using one = await fresh()
    const managerOf = async (...args: string[]) =>
      documentOf<{ readonly packageManager: string }>(
        await one.run(['set', 'theme=dark', '--dry-run', '--json', ...args]),
      ).packageManager
    expect(await managerOf()).toBe('npm')
    one.site.write('package.json', one.site.read('package.json').replace('{', '{ "packageManager": "pnpm@10.0.0",'))
    expect(await managerOf()).toBe('pnpm')
    expect(await managerOf('--pm', 'bun')).toBe('bun')
    one.site.write('package.json', one.site.read('package.json').replace(' "packageManager": "pnpm@10.0.0",', ''))
    await execa('mv', ['package-lock.json', 'yarn.lock'], { cwd: one.site.path })
    expect(await managerOf()).toBe('yarn')
    await execa('mv', ['yarn.lock', '../pnpm-lock.yaml'], { cwd: one.site.path })
    one.site.write('../pnpm-workspace.yaml', 'packages: [site]')
    expect(await managerOf()).toBe('pnpm')
  })

  it('keeps the lockfile of the workspace above, too, when the installation fails', async () => {
    using one = await fresh('ok')
    await execa('mv', ['package-lock.json', '../package-lock.json'], { cwd: one.site.path })
    one.site.write('../package.json', { private: true, workspaces: ['site'] })
    const tools = createFolder('tools')
    const { env } = fakeInstall(tools, 'fail')
    // as npm does in a workspace: the lockfile above changes
    tools.write(
      'fake-bin/npm',
      `#!${process.execPath}\nimport { writeFileSync } from 'node:fs'\nwriteFileSync('../package-lock.json', 'new')\nprocess.exit(1)\n`,
    )
    expect(documentOf(await one.run(['add', 'safe', '--yes', '--json'], env))).toMatchObject({
      error: { code: 'INSTALL_FAILED' },
    })
    expect(one.site.read('../package-lock.json')).toBe('{ "lockOf": "before" }')
    tools[Symbol.dispose]()
  })
})

describe('remove', () => {
  it('takes out everything with --all, package.json to the byte but for what the template lists', async () => {
    using one = await fresh()
    const document = await json(one, 'remove', '--all')
    expect(document).toMatchObject({ ok: true, changed: true, kept: [] })
    expect(document.files.filter(({ change }) => change === 'delete').map(({ path }) => path)).toEqual([
      'wallet-modal.json',
      'src/wallet-modal.generated.ts',
      'src/wallet-modal.config.ts',
    ])
    expect(one.site.read('package.json')).not.toMatch(/@wallet-modal|create-wallet-modal/)
    expect(document.next.join()).toContain('Scripts in package.json')
  })

  it('keeps a config file that somebody has written in, and says so', async () => {
    using one = await fresh()
    const config = `${one.site.read('src/wallet-modal.config.ts')}\n// mine\n`
    one.site.write('src/wallet-modal.config.ts', config)
    expect(await json(one, 'remove', '--all')).toMatchObject({ kept: ['src/wallet-modal.config.ts'] })
    expect(one.site.read('src/wallet-modal.config.ts')).toBe(config)
  })

  it('names both when another plugin needs what one provides', async () => {
    using one = await fresh()
    const need = {
      id: 'swap',
      export: 'swap',
      title: 'Swap',
      description: 'Swap',
      kernel: '^0.1',
      requires: ['namespace:eip155'],
    }
    one.site.write('node_modules/wallet-modal-plugin-swap/package.json', {
      name: 'wallet-modal-plugin-swap',
      version: '2.0.0',
      walletModal: need,
    })
    one.site.write(
      'package.json',
      one.site
        .read('package.json')
        .replace('"dependencies": {', '"dependencies": {\n    "wallet-modal-plugin-swap": "2.0.0",'),
    )
    expect(await json(one, 'add', 'swap', '--no-install')).toMatchObject({
      ok: true,
      added: [{ name: 'wallet-modal-plugin-swap', firstParty: false }],
    })
    const { error } = await json(one, 'remove', 'eip155', '--no-install')
    expect(error.code).toBe('STILL_NEEDED')
    for (const text of ['@wallet-modal/eip155', 'wallet-modal-plugin-swap', 'namespace:eip155'])
      expect(error.message).toContain(text)
  })

  it('takes out a plugin whose package is gone, which nothing else can be done with', async () => {
    using one = await fresh()
    const broken = (text: string) => text.replace('"plugins": {', '"plugins": {\n    "gone": {},')
    one.site.write('wallet-modal.json', broken(one.site.read('wallet-modal.json')))
    const before = one.files()
    for (const args of [
      ['add', 'safe'],
      ['set', 'theme=dark'],
      ['remove', 'account'],
    ])
      expect(await json(one, ...args)).toMatchObject({ error: { code: 'NOT_INSTALLED' } })
    expect(one.files()).toEqual(before)
    expect(await json(one, 'remove', 'gone')).toMatchObject({ ok: true, removed: ['gone'] })
    expect(JSON.parse(one.site.read('wallet-modal.json'))).toEqual(JSON.parse(start.site.read('wallet-modal.json')))
  })

  it('does nothing for a plugin that is not there', async () => {
    using one = await fresh()
    expect(await json(one, 'remove', 'solana')).toMatchObject({ ok: true, changed: false })
    expect(one.files()).toEqual(start.files())
  })
})

describe('set', () => {
  it('reads values as the schema of the option has them, and needs no installation', async () => {
    using one = await fresh('fail')
    await json(
      one,
      'set',
      'connect.legalCheckbox=true',
      'connect.termsUrl=https://shop.example/terms',
      'connect.featuredWalletIds=a,b',
      'connect.allWallets=HIDE',
      'theme=dark',
      'projectId=env:VITE_ID',
      'metadata.url=https://shop.example',
      'networks=eip155:10',
    )
    expect(JSON.parse(one.site.read('wallet-modal.json'))).toMatchObject({
      projectId: { env: 'VITE_ID' },
      metadata: { name: 'Shop', url: 'https://shop.example' },
      networks: ['eip155:10'],
      theme: 'dark',
      plugins: {
        '@wallet-modal/connect': {
          allWallets: 'HIDE',
          featuredWalletIds: ['a', 'b'],
          legalCheckbox: true,
          termsUrl: 'https://shop.example/terms',
        },
      },
    })
    await json(
      one,
      'set',
      'connect.legalCheckbox=',
      'connect.termsUrl=',
      'connect.featuredWalletIds=',
      'connect.allWallets=',
      'theme=',
      'projectId=',
      'metadata.url=',
      'networks=eip155:1,eip155:8453',
    )
    expect(one.files()).toEqual(start.files())
  })

  it('brings the generated file up to date with the same change', async () => {
    using one = await fresh()
    await json(one, 'set', 'connect.legalCheckbox=true', '--no-install')
    expect(one.site.read('src/wallet-modal.generated.ts')).toContain(
      'connect({ legalCheckbox: true, ...code.connect })',
    )
  })
})

describe('list', () => {
  it('shows plugins, what they provide, what is set, and what more there is, and changes nothing', async () => {
    using one = await fresh()
    await json(one, 'set', 'connect.legalCheckbox=true')
    const before = one.site.snapshot()
    const { stdout } = await one.run(['list'])
    for (const text of ['eip155 0.1.0', 'provides namespace:eip155', 'legalCheckbox = true', 'To add', 'solana'])
      expect(stdout).toContain(text)
    const document = documentOf<{ readonly plugins: readonly object[]; readonly available: readonly object[] }>(
      await one.run(['list', '--json']),
    )
    expect(document.plugins).toContainEqual(
      expect.objectContaining({
        name: '@wallet-modal/connect',
        version: '0.1.0',
        firstParty: true,
        options: { legalCheckbox: true },
      }),
    )
    expect(document.available).toContainEqual(
      expect.objectContaining({ name: '@wallet-modal/sandbox', developmentOnly: true }),
    )
    expect(one.site.snapshot()).toEqual(before)
  })

  it('names a plugin that is not installed instead of failing', async () => {
    using one = await fresh()
    const manifest = JSON.parse(one.site.read('wallet-modal.json'))
    one.site.write('wallet-modal.json', { ...manifest, plugins: { ...manifest.plugins, 'wallet-modal-plugin-x': {} } })
    expect(documentOf(await one.run(['list', '--json']))).toMatchObject({
      ok: true,
      plugins: expect.arrayContaining([expect.objectContaining({ name: 'wallet-modal-plugin-x', version: null })]),
    })
  })
})

describe('no command, in a folder with a site', () => {
  it.each([
    [['doctr', '--yes', '--no-install'], 'doctr', 'Did you mean "doctor"?'],
    [['lsit'], 'lsit', 'Did you mean "list"?'],
    [['--json', 'shop', '--yes'], 'shop', 'Commands: create, '],
    [['ad', 'solana', '--yes'], 'ad', 'Did you mean "add"?'],
  ])('%j is a slip of the finger and no new site inside this one', async (args, word, advice) => {
    using one = await fresh()
    const before = one.site.snapshot()
    const ran = await one.run([...args, ...(args.includes('--json') ? [] : ['--json'])])
    expect(ran.exitCode).toBe(2)
    expect(documentOf(ran)).toMatchObject({
      error: { code: 'USAGE', message: `There is no command "${word}".`, advice: expect.stringContaining(advice) },
    })
    expect(one.site.snapshot()).toEqual(before)
  })

  it('still makes a site below this one where `create` is said', async () => {
    using one = await fresh()
    expect(await one.run(['create', 'doctr', '--yes', '--no-install'])).toMatchObject({ exitCode: 0 })
    expect(Object.keys(one.site.snapshot())).toContain('doctr/wallet-modal.json')
  })

  it('is help and exit code 2 without a terminal, and changes nothing', async () => {
    using one = await fresh()
    mkdirSync(join(one.site.path, 'sub'))
    const before = one.site.snapshot()
    expect(await one.run([])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Usage: create-wallet-modal'),
    })
    expect(documentOf(await one.run(['--json']))).toMatchObject({ ok: false, error: { code: 'USAGE' } })
    expect(one.site.snapshot()).toEqual(before)
  })
})
