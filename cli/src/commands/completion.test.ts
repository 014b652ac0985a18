import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { loadFirstParty, templateIds } from '../assets.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { createProgram } from '../program.js'

const scriptOf = async (folder: Folder, shell: string): Promise<string> => {
  const ran = await runInside(folder.path, ['completion', shell])
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
  return ran.stdout
}

/** What bash offers for the last of some words. */
function offered(script: string, folder: Folder, words: readonly string[]): readonly string[] {
  const list = words.map((word) => `'${word}'`).join(' ')
  const ask = `${script}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _wallet_modal; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['--norc', '-c', ask], { cwd: folder.path, encoding: 'utf8' }).split('\n').filter(Boolean)
}

const program = async () =>
  createProgram({
    name: 'wallet-modal',
    createsByDefault: false,
    list: await loadFirstParty(),
    templates: await templateIds(),
    environment: () => {
      throw new Error('no command runs here')
    },
    onResult: () => undefined,
  })

describe('completion', () => {
  it('completes commands, flags, values, plugins and files in bash', async () => {
    using folder = createFolder()
    folder.write('policy.html', '')
    const script = await scriptOf(folder, 'bash')
    const ask = (...words: readonly string[]) => offered(script, folder, ['wallet-modal', ...words])
    expect(ask('do')).toEqual(['doctor'])
    expect(ask('')).toEqual(expect.arrayContaining(['create', 'add', 'doctor', 'completion', '--help']))
    expect(ask('doctor', '--o')).toEqual(['--online'])
    expect(ask('create', '--cwd', '/tmp', '--legal')).toEqual(['--legal-checkbox'])
    expect(ask('create', '--theme', 'd')).toEqual(['dark'])
    expect(ask('create', '--pm', '')).toEqual(['npm', 'pnpm', 'yarn', 'bun'])
    expect(ask('create', '--all-wallets', 'H')).toEqual(['HIDE'])
    expect(ask('add', 'eip')).toEqual(['eip155'])
    expect(ask('doctor', '--csp', 'pol')).toEqual(['policy.html'])
    expect(ask('completion', 'f')).toEqual(['fish'])
    expect(ask('create', '--name', '')).toEqual([])
  })

  it('knows every command and every flag that help shows, in every shell', async () => {
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

  it('is a script that bash accepts', async () => {
    using folder = createFolder()
    const input = await scriptOf(folder, 'bash')
    expect(spawnSync('bash', ['-n'], { input, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  })

  it('names the shells there are for any other, and is one document with --json', async () => {
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
