import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { journalFolder } from './apply/changes/journal-entry.js'
import { exitCodeHelp, exitCodes } from './exit-codes.js'
import { binPath, documentOf, runBin } from './fixtures/bin.js'
import { createFolder, type Folder } from './fixtures/folder.js'
import { runInside } from './fixtures/in-process.js'
import { createSite } from './fixtures/site.js'
import { createTerminal } from './fixtures/terminal.js'
import { run } from './run.js'

describe('the command line', () => {
  it('documents every exit code in its help', async () => {
    using folder = createFolder()
    const { stdout, exitCode } = await runBin(folder.path, ['--help'])
    expect(exitCode).toBe(0)
    for (const code of Object.values(exitCodes)) expect(stdout).toMatch(new RegExp(`^  ${code} +\\S`, 'm'))
  })

  it('documents every exit code in the README, with the same text as in its help', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
    for (const [, code, words] of exitCodeHelp().matchAll(/^ {2}(\d+) +(.+)$/gm))
      expect(readme).toContain(`| ${code} | ${words} |`)
  })

  it('lists flags for the features of this release in the help of create', async () => {
    using folder = createFolder()
    const { stdout } = await runBin(folder.path, ['create', '--help'])
    expect(stdout).toContain('--legal-checkbox')
    expect(stdout).toContain('--socials')
  })

  it('prints its version', async () => {
    using folder = createFolder()
    expect(await runBin(folder.path, ['--version'])).toMatchObject({ stdout: '0.1.0', exitCode: 0 })
  })

  it('reports an unknown flag with a suggestion, and prints a stack only with --debug', async () => {
    using folder = createFolder()
    const ran = await runBin(folder.path, ['sync', '--chekc'])
    expect(ran).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('--check') })
    expect(ran.stderr).not.toContain('    at ')
    expect((await runBin(folder.path, ['sync', '--debug'])).stderr).toContain('    at ')
  })

  it('creates nothing under its other name `wallet-modal`', async () => {
    using folder = createFolder()
    const other = (...args: string[]) =>
      execa(process.execPath, [binPath('bin-site.js'), ...args], { cwd: folder.path, reject: false, stdin: 'ignore' })
    expect(await other()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Usage: wallet-modal') })
    expect(await other('shop', '--yes')).toMatchObject({ exitCode: 2 })
    expect((await other('doctor', '--json')).exitCode).toBe(3)
    expect(folder.snapshot()).toEqual({})
  })

  it('accepts a command after its options, and creates no site with the name of the command', async () => {
    using folder = createFolder()
    for (const args of [
      ['--json', 'list'],
      ['--yes', '--json', 'add', 'send'],
      ['--cwd', '.', '--json', 'sync'],
    ]) {
      const ran = await runBin(folder.path, args)
      expect([ran.exitCode, documentOf(ran)], args.join(' ')).toMatchObject([3, { error: { code: 'NO_SITE' } }])
      const other = await execa(process.execPath, [binPath('bin-site.js'), ...args], {
        cwd: folder.path,
        reject: false,
      })
      expect([other.exitCode, other.stdout]).toEqual([3, ran.stdout])
    }
    expect(folder.snapshot()).toEqual({})
  })

  it('names --cwd in the error if its folder is a file, below a file, or too long', async () => {
    using folder = createFolder()
    folder.write('file.txt', '')
    for (const args of [
      ['shop', '--yes', '--cwd', 'file.txt'],
      ['list', '--cwd', 'file.txt/sub'],
      ['list', '--cwd', 'a'.repeat(300)],
    ])
      expect(await runBin(folder.path, args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--cwd') })
  })

  it('finds the workspace of a site if --cwd is a symbolic link to its folder', async () => {
    using folder = createFolder()
    folder.write('repo/pnpm-workspace.yaml', 'packages: [site]')
    folder.write('repo/site/package.json', { dependencies: { vue: '3.5.0' }, devDependencies: { vite: '8.0.0' } })
    symlinkSync('repo/site', join(folder.path, 'link'))
    const ran = await runInside(folder.path, ['init', '--dry-run', '--yes', '--json', '--cwd', 'link'])
    expect(JSON.parse(ran.stdout)).toMatchObject({ site: { workspaceRoot: '../' } })
  })

  it('refuses a flag in place of the value of an option, and changes nothing', async () => {
    using folder = createFolder()
    for (const [args, flag, value] of [
      [['create', 'shop', '--yes', '--no-install', '--name', '--dry-run'], '--name', '--dry-run'],
      [['shop', '--no-install', '--networks', '--yes'], '--networks', '--yes'],
      [['shop', '--no-install', '--yes', '--terms-url', '-y'], '--terms-url', '-y'],
      [['add', 'send', '--set', '--yes'], '--set', '--yes'],
      [['plugin', 'notes', '--no-install', '--yes', '--scope', '--dry-run'], '--scope', '--dry-run'],
      [['dev', '--port', '--no-sandbox'], '--port', '--no-sandbox'],
      [['doctor', '--build', '--online'], '--build', '--online'],
      [['upgrade', '--to', '--yes'], '--to', '--yes'],
      [['list', '--cwd', '--json'], '--cwd', '--json'],
    ] as const) {
      const ran = await runBin(folder.path, args)
      expect([ran.exitCode, `${ran.stdout}${ran.stderr}`], args.join(' ')).toEqual([
        2,
        expect.stringMatching(`${flag} needs a value, but the flag "${value}" follows it`.replaceAll('"', '\\\\?"')),
      ])
    }
    expect(folder.snapshot()).toEqual({})
    expect(await runBin(folder.path, ['shop', '--yes', '--no-install', '--name=--dry-run'])).toMatchObject({
      exitCode: 0,
    })
    expect(folder.read('shop/wallet-modal.json')).toContain('"--dry-run"')
  })

  it('prints no control characters of a file that it reads', async () => {
    using folder = createFolder()
    folder.write('wallet-modal.json', '{"\\u001b[2Jevil": 1}')
    const ran = await runBin(folder.path, ['sync'])
    expect(ran.exitCode).toBe(3)
    expect(ran.stderr).not.toContain('\u001b')
  })

  it('prints one JSON document for every error with --json', async () => {
    using folder = createFolder()
    for (const args of [['sync'], ['doctor'], ['dev'], ['nope', 'x', 'y'], ['sync', '--cwd', 'nowhere']]) {
      expect(documentOf(await runBin(folder.path, [...args, '--json']))).toMatchObject({
        ok: false,
        error: { code: expect.any(String) },
      })
    }
  })
})

describe('Ctrl-C during a change', () => {
  /** Runs `set` in a site. When the first file was written, calls `before` and stops the command. */
  async function stopped(site: Folder, before: () => void) {
    const controller = new AbortController()
    const signal = Object.assign(controller.signal, {
      throwIfAborted() {
        if (site.read('wallet-modal.json').includes('"dark"')) {
          before()
          controller.abort(new Error('SIGINT'))
        }
        if (signal.aborted) throw signal.reason
      },
    })
    const { env, text } = createTerminal(site.path, signal)
    const exitCode = await run(['set', 'theme=dark', '--yes', '--json'], env, { name: 'x', createsByDefault: false })
    return { exitCode, ...JSON.parse(text()).error }
  }

  it('restores the files and says so', async () => {
    using site = await createSite()
    const files = site.snapshot()
    expect(await stopped(site, () => {})).toEqual({
      exitCode: 130,
      code: 'INTERRUPTED',
      message: 'Stopped. No incomplete change was left.',
    })
    expect(site.snapshot()).toEqual(files)
  })

  it('says that the files could not be restored, and how to restore them', async () => {
    using site = await createSite()
    const block = () => mkdirSync(join(site.path, `${journalFolder}-${process.pid}/occupied`), { recursive: true })
    expect(await stopped(site, block)).toEqual({
      exitCode: 130,
      code: 'INTERRUPTED',
      message: expect.stringMatching(/^Stopped\. The site's files could not be restored: Renaming /),
      advice: expect.stringContaining('create-wallet-modal sync'),
    })
  })

  it('names a file that another program has edited and that is not restored', async () => {
    using site = await createSite()
    expect(await stopped(site, () => void site.write('wallet-modal.json', '{ "mine": true }'))).toEqual({
      exitCode: 130,
      code: 'INTERRUPTED',
      message: 'Stopped. "wallet-modal.json" was edited during this run and was not restored.',
      advice: 'Remove the changes of this run from it by hand. All other files are unchanged.',
    })
    expect(site.read('wallet-modal.json')).toBe('{ "mine": true }')
  })
})
