import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { documentOf } from '../fixtures/bin.js'
import { createStart, runJson } from '../fixtures/changes.js'
import { createFolder } from '../fixtures/folder.js'
import { fakeInstall } from '../fixtures/install.js'

const { start, fresh, refused } = await createStart()
const untouched = start.site.snapshot()

describe('add', () => {
  it('adds plugins (the sandbox and its engine as devDependencies), and reports their permissions', async () => {
    using one = await fresh()
    const document = await runJson(one, 'add', 'sandbox', 'walletconnect')
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

  it('warns that an added plugin needs a project id, unless the site has one or the plugin uses a service of the site', async () => {
    using one = await fresh()
    const warningsOf = async (...args: readonly string[]): Promise<readonly string[]> =>
      (await runJson(one, 'add', ...args, '--dry-run')).warnings
    expect(await warningsOf('walletconnect', 'onramp', 'swap')).toEqual([
      expect.stringMatching(/no project id.*: walletconnect\..*set projectId=<id>.*set walletconnect.relayUrl=<url>/),
      expect.stringMatching(
        /without a service of your own, even with a project id: onramp\..*set endpoints.blockchain=<url>/,
      ),
    ])
    expect(await warningsOf('walletconnect', '--set', 'walletconnect.relayUrl=wss://relay.example')).toEqual([])
    await runJson(one, 'set', 'projectId=0123456789abcdef0123456789abcdee')
    expect(await warningsOf('walletconnect')).toEqual([])
  })

  it('warns that a project id is not enough for onramp, unless the site has a service of its own', async () => {
    using one = await fresh()
    await runJson(one, 'set', 'projectId=9f86d081884c7d659a2feaa0c55ad015')
    const warnings = async (): Promise<readonly string[]> => (await runJson(one, 'add', 'onramp', '--dry-run')).warnings
    expect(await warnings()).toEqual([
      expect.stringMatching(/without a service of your own, even with a project id: onramp\./),
    ])
    await runJson(one, 'set', 'endpoints.blockchain=https://gateway.example')
    expect(await warnings()).toEqual([])
  })

  it('warns that swap, onramp and names do nothing on the built site, and names the sources of swap', async () => {
    using one = await fresh()
    await runJson(one, 'remove', 'swap', 'lifi', 'jupiter', '--no-install')
    expect((await runJson(one, 'add', 'swap', 'names', 'onramp', '--dry-run')).warnings).toEqual([
      expect.stringMatching(
        /no project id.*: swap, names\..*swap also works with another source of data: `[^`]* add lifi`.*endpoints.blockchain=<url>/,
      ),
      expect.stringMatching(/even with a project id: onramp\./),
    ])
    expect((await runJson(one, 'add', 'swap', 'lifi', '--dry-run')).warnings).toEqual([])
    const gateway = ['gateway', '--set', 'gateway.url=https://gateway.example']
    expect((await runJson(one, 'add', 'swap', ...gateway, '--dry-run')).warnings).toEqual([])
    const without = [...gateway, '--set', 'gateway.services=analytics']
    expect((await runJson(one, 'add', 'swap', ...without, '--dry-run')).warnings).toHaveLength(1)
  })

  it('N3 changes nothing if the plugin is already added, and never overwrites its options', async () => {
    using one = await fresh()
    await runJson(one, 'add', 'walletconnect', '--set', 'walletconnect.projectId=mine', '--no-install')
    const before = one.files()
    expect(await runJson(one, 'add', 'walletconnect', '@wallet-modal/connect', '--no-install')).toMatchObject({
      changed: false,
      files: [],
    })
    expect(await runJson(one, 'add', 'walletconnect', '--set', 'walletconnect.projectId=other')).toMatchObject({
      error: { code: 'USAGE' },
    })
    expect(one.files()).toEqual(before)
  })

  it('N3 writes the same files for any order of plugins, and remove restores the files', {
    timeout: 90_000,
  }, async () => {
    const orders = [
      ['safe', 'sandbox', 'solana'],
      ['solana', 'sandbox', 'safe'],
      ['sandbox', 'safe', 'solana'],
    ]
    const ends: object[] = []
    for (const order of orders) {
      using one = await fresh()
      for (const name of order) await runJson(one, 'add', name, '--no-install')
      ends.push(one.files())
      for (const name of ['solana', 'safe', 'sandbox'])
        expect(await runJson(one, 'remove', name, '--no-install')).toMatchObject({ ok: true })
      expect(one.files()).toEqual(start.files())
    }
    expect(ends[1]).toEqual(ends[0])
    expect(ends[2]).toEqual(ends[0])
  })

  it('N4 shows the plan with --dry-run, and neither writes nor requires --yes', async () => {
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

  it('add, remove and set require --yes without a terminal, and change nothing', async () => {
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
  ])('N6 refuses %j with a message, and changes nothing', async (args, code) => {
    const { error } = await refused(...args.slice(0, 1), '--no-install', ...args.slice(1))
    expect(error.code).toBe(code)
    expect(error.message.length).toBeGreaterThan(15)
    expect(start.site.snapshot()).toEqual(untouched)
  })

  it('remove lists the names and ids of the networks that still need the plugin', async () => {
    const { error } = await refused('remove', '--no-install', 'eip155')
    expect(error.message).toContain('Ethereum (eip155:1), Base (eip155:8453)')
  })

  it('restores all files if the installed plugin has permissions that were not shown', async () => {
    using one = await fresh('more')
    expect(await runJson(one, 'add', 'walletconnect')).toMatchObject({
      error: { code: 'INVALID_MANIFEST', message: expect.stringContaining('permissions') },
    })
    expect(one.files()).toEqual(start.files())
  })

  it('generates code from the installed manifest', async () => {
    using one = await fresh('other')
    await runJson(one, 'add', 'safe')
    expect(one.site.read('src/wallet-modal.generated.ts')).toContain("import { evm } from '@wallet-modal/eip155'")
  })

  it('N4 warns of uncommitted changes in Git, and does not warn without changes or without Git', async () => {
    using one = await fresh()
    expect((await runJson(one, 'set', 'theme=dark')).warnings).toEqual([])
    const git = (...args: string[]) =>
      execa('git', ['-c', 'user.email=a@b.c', '-c', 'user.name=n', ...args], { cwd: one.site.path })
    await git('init', '-q')
    await git('add', '-A')
    await git('commit', '-qm', 'start')
    expect((await runJson(one, 'set', 'theme=light')).warnings).toEqual([])
    expect((await runJson(one, 'set', 'theme=dark')).warnings).toEqual([expect.stringContaining('uncommitted changes')])
    using empty = createFolder('empty')
    const { env } = fakeInstall(empty, 'ok')
    const alone = { PATH: join(empty.path, 'fake-bin') }
    expect(documentOf(await one.run(['set', 'theme=auto', '--json', '--yes'], { ...env, ...alone }))).toMatchObject({
      ok: true,
      warnings: [],
    })
  })

  it('N1 refuses to write through a symbolic link', async () => {
    using one = await fresh()
    using other = createFolder('other')
    const real = other.write('wallet-modal.json', one.site.read('wallet-modal.json'))
    await execa('rm', [join(one.site.path, 'wallet-modal.json')])
    symlinkSync(real, join(one.site.path, 'wallet-modal.json'))
    const before = other.snapshot()
    expect(await runJson(one, 'add', 'safe')).toMatchObject({ error: { code: 'FILE_ERROR' } })
    expect(other.snapshot()).toEqual(before)
  })

  it('selects the package manager by --pm, "packageManager" in package.json, or the lockfile', async () => {
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

  it('warns of two lockfiles, and prefers --pm or the package manager that runs the command', async () => {
    using one = await fresh()
    one.site.write('pnpm-lock.yaml', '')
    const add = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      documentOf<{ readonly packageManager: string; readonly warnings: readonly string[] }>(
        await one.run(['add', 'safe', '--dry-run', '--json', ...args], env),
      )
    const warning = expect.stringContaining('(package-lock.json and pnpm-lock.yaml). Using npm')
    expect(await add([])).toMatchObject({ packageManager: 'npm', warnings: [warning] })
    expect(await add(['--pm', 'pnpm'])).toMatchObject({ packageManager: 'pnpm', warnings: [] })
    const { packageManager } = await add([], { npm_config_user_agent: 'pnpm/10.0.0 npm/? node/v20.19.0' })
    expect(packageManager).toBe('pnpm')
  })

  it('restores the lockfile of the workspace above if the installation fails', async () => {
    using one = await fresh('ok')
    await execa('mv', ['package-lock.json', '../package-lock.json'], { cwd: one.site.path })
    one.site.write('../package.json', { private: true, workspaces: ['site'] })
    const tools = createFolder('tools')
    const { env } = fakeInstall(tools, 'fail')
    // this fake npm changes the lockfile of the workspace's root, as npm does in a workspace
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
