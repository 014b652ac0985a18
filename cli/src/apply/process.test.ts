import { afterEach, describe, expect, it, vi } from 'vitest'
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

afterEach(() => vi.restoreAllMocks())

/** Makes signals to process groups fail as macOS does for a group whose processes have all exited. */
const refuseSignals = () =>
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  })

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

  it.skipIf(process.platform === 'win32')(
    'stop resolves if a signal is refused because the process has exited',
    async () => {
      using folder = createFolder('work')
      const start = () => startProcess({ file: '/bin/sh', args: ['-c', ''], cwd: folder.path, stdin: 'ignore' })
      const exited = start()
      await exited.ended
      const exiting = start()
      refuseSignals()
      await expect(exited.stop(10)).resolves.toBeUndefined()
      await expect(exiting.stop(10)).resolves.toBeUndefined()
    },
  )

  it.skipIf(process.platform === 'win32')(
    'stop rejects if the signal is refused and the process is still running',
    async () => {
      using folder = createFolder('work')
      const args = ['-e', 'setInterval(() => {}, 1000)']
      const running = startProcess({ file: process.execPath, args, cwd: folder.path, stdin: 'ignore' })
      refuseSignals()
      await expect(running.stop(10)).rejects.toMatchObject({ code: 'EPERM' })
      vi.restoreAllMocks()
      await running.stop(10)
    },
  )
})
