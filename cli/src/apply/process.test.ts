import { describe, expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.js'
import { startProcess } from './process.js'

const words = [
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

describe('a program that the command line starts', () => {
  it('gets its arguments to the letter: no shell takes part', async () => {
    using folder = createFolder('work')
    folder.write('print.mjs', 'console.log(JSON.stringify(process.argv.slice(2)))')
    const lines: string[] = []
    const { ended } = startProcess({
      file: process.execPath,
      args: ['print.mjs', ...words],
      cwd: folder.path,
      stdin: 'ignore',
      onLine: (line) => lines.push(line),
    })
    expect(await ended).toMatchObject({ exitCode: 0 })
    expect(lines).toEqual([JSON.stringify(words)])
    expect(Object.keys(folder.snapshot())).toEqual(['print.mjs'])
  })

  it('is a file, and no line of a shell', async () => {
    using folder = createFolder('work')
    const { ended } = startProcess({ file: 'touch pwned', args: [], cwd: folder.path, stdin: 'ignore' })
    expect(await ended).toMatchObject({ exitCode: undefined, error: expect.objectContaining({ code: 'ENOENT' }) })
    expect(folder.snapshot()).toEqual({})
  })
})
