import { describe, expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.js'
import { startProcess } from './process.js'

const shellSyntax = [
  '$(touch pwned)',
  '`touch pwned`',
  '; touch pwned',
  '| touch pwned',
  '&& touch pwned',
  '> pwned',
  '$HOME',
  '*',
  "'",
  '"',
  '',
]

describe('startProcess', () => {
  it('passes arguments unchanged, without a shell', async () => {
    using folder = createFolder('work')
    folder.write('print.mjs', 'console.log(JSON.stringify(process.argv.slice(2)))')
    const lines: string[] = []
    const { ended } = startProcess({
      file: process.execPath,
      args: ['print.mjs', ...shellSyntax],
      cwd: folder.path,
      stdin: 'ignore',
      onLine: (line) => lines.push(line),
    })
    expect(await ended).toMatchObject({ exitCode: 0 })
    expect(lines).toEqual([JSON.stringify(shellSyntax)])
    expect(Object.keys(folder.snapshot())).toEqual(['print.mjs'])
  })

  it('takes `file` as the name of a program, not as a shell command', async () => {
    using folder = createFolder('work')
    const { ended } = startProcess({ file: 'touch pwned', args: [], cwd: folder.path, stdin: 'ignore' })
    expect(await ended).toMatchObject({ exitCode: undefined, error: expect.objectContaining({ code: 'ENOENT' }) })
    expect(folder.snapshot()).toEqual({})
  })
})
