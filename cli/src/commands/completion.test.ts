import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { loadFirstParty, templateIds } from '../assets.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { completionsOf, shellsHere } from '../fixtures/shells.js'
import { shells } from '../plan/arguments/completion.js'
import { createProgram } from '../program.js'

const scriptOf = async (folder: Folder, shell: string): Promise<string> => {
  const ran = await runInside(folder.path, ['completion', shell])
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
  return ran.stdout
}

const program = async () =>
  createProgram({
    name: 'wallet-modal',
    createsByDefault: false,
    release: await loadFirstParty(),
    templates: await templateIds(),
    environment: () => {
      throw new Error('no command runs here')
    },
    onResult: () => undefined,
  })

describe('completion', () => {
  it.each(shellsHere(shells))('a real %s completes commands, flags, values, plugins and files', async (shell) => {
    using folder = createFolder('home/site')
    folder.write('policy.html', '')
    const script = await scriptOf(folder, shell)
    const ask = (line: string) => completionsOf(shell, { script, folder, line })
    expect(ask('wallet-modal do')).toEqual(['doctor'])
    expect(ask('create-wallet-modal ')).toEqual(expect.arrayContaining(['create', 'add', 'doctor', 'completion']))
    expect(ask('wallet-modal doctor --o')).toEqual(['--online'])
    expect(ask('wallet-modal create --cwd /tmp --legal')).toEqual(['--legal-checkbox'])
    expect(ask('wallet-modal create --theme d')).toEqual(['dark'])
    expect(ask('wallet-modal create --theme=d')).toEqual([shell === 'fish' ? '--theme=dark' : 'dark'])
    expect(ask('wallet-modal create --pm ')).toEqual(['bun', 'npm', 'pnpm', 'yarn'])
    expect(ask('wallet-modal create --all-wallets H')).toEqual(['HIDE'])
    // bash starts a new word after each colon
    expect(ask('wallet-modal create --networks eip155:421')).toEqual([shell === 'bash' ? '42161' : 'eip155:42161'])
    expect(ask('wallet-modal add connect eip')).toEqual(['eip155'])
    expect(ask('wallet-modal doctor --csp pol')).toEqual(['policy.html'])
    expect(ask('wallet-modal completion f')).toEqual(['fish'])
    expect(ask('wallet-modal create --name ')).toEqual([])
  })

  it('the scripts of all shells contain every command and every visible flag', async () => {
    using folder = createFolder()
    const { commands } = await program()
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = await scriptOf(folder, shell)
      for (const command of commands) {
        expect(script).toContain(command.name())
        for (const { long, hidden } of command.options)
          if (!hidden && long) expect(script).toContain(shell === 'fish' ? `-l ${long.slice(2)} ` : long)
      }
    }
  })

  it.each(shellsHere(shells))('prints a script that %s parses without errors', async (shell) => {
    using folder = createFolder()
    const script = folder.write('completion', await scriptOf(folder, shell))
    expect(spawnSync(shell, ['-n', script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  })

  it('prints the descriptions of flags, without quotes that would end a string', async () => {
    using folder = createFolder()
    expect(await scriptOf(folder, 'fish')).toContain("-d 'CAIP-2 ids: eip155:1,eip155:8453'")
    expect(await scriptOf(folder, 'zsh')).toContain('[the site’s name, as visitors see it]')
  })

  it('suggests a supported shell if the given shell is unknown, and prints one JSON document with --json', async () => {
    using folder = createFolder()
    expect(await runInside(folder.path, ['completion', 'fsh'])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('fish'),
    })
    const { script } = JSON.parse((await runInside(folder.path, ['completion', 'bash', '--json'])).stdout)
    expect(script).toBe(await scriptOf(folder, 'bash'))
  })
})
