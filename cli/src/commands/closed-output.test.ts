import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { journalFolder } from '../apply/changes/journal-entry.js'
import { binPath } from '../fixtures/bin.js'
import { createStart } from '../fixtures/changes.js'

const { fresh } = await createStart()

describe('a change whose output pipe is closed, as by `| head -1`', () => {
  it.each(['stdout', 'stderr'] as const)('completes if %s is closed', async (closed) => {
    using one = await fresh()
    const child = execa(process.execPath, [binPath(), 'add', 'walletconnect', 'sandbox', '--yes'], {
      cwd: one.site.path,
      env: one.env,
      reject: false,
      stdin: 'ignore',
    })
    child[closed].destroy()
    expect((await child).exitCode).toBe(0)
    expect(JSON.parse(one.site.read('wallet-modal.json')).plugins).toHaveProperty('@wallet-modal/walletconnect')
    expect(Object.keys(one.site.snapshot()).filter((path) => path.startsWith(journalFolder))).toEqual([])
  })

  it('is undone if the installation fails', async () => {
    using one = await fresh('fail')
    const before = one.files()
    const child = execa(process.execPath, [binPath(), 'add', 'walletconnect', '--yes'], {
      cwd: one.site.path,
      env: one.env,
      reject: false,
      stdin: 'ignore',
    })
    child.stdout.destroy()
    child.stderr.destroy()
    expect((await child).exitCode).toBe(4)
    expect(one.files()).toEqual(before)
  })
})
