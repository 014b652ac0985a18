import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, describe, expect, it } from 'vitest'
import { healChange } from '../apply/changes/change-heal.js'
import { journalFolder } from '../apply/changes/journal-entry.js'
import { binPath } from '../fixtures/bin.js'
import { type ChangedSite, createChangedSite, workingIn } from '../fixtures/changed-site.js'
import { type Fault, faultAt } from '../fixtures/faults.js'
import { createFolder } from '../fixtures/folder.js'

type Files = Readonly<Record<string, string>>
/** Long, because other tests run at the same time. */
const pollOptions = { timeout: 30_000 }
const args = ['add', 'walletconnect', 'sandbox', '--yes']
const every = process.env.WALLET_MODAL_LONG ? 1 : 9
const start = await createChangedSite()
afterAll(() => start[Symbol.dispose]())
const old = start.files()
const { steps, newFiles } = await reference()
/** Number of steps that write to the disk in an undisturbed run, and the files after it. */
async function reference(): Promise<{ readonly steps: number; readonly newFiles: Files }> {
  using one = await createChangedSite('ok', start.site)
  using tools = createFolder('tools')
  const ran = await one.run(args, faultAt(tools, 'count', 0))
  if (ran.exitCode !== 0) throw new Error(ran.stderr)
  return { steps: Number(tools.read('faults/log.txt')), newFiles: one.files() }
}

async function runWithFault(one: ChangedSite, fault: Fault, step: number) {
  using tools = createFolder('tools')
  const ran = await one.run(args, faultAt(tools, fault, step))
  await expect.poll(() => workingIn(one.site.path), pollOptions).toEqual([])
  return { ...ran, happened: existsSync(join(tools.path, 'faults/log.txt')) }
}

/** Omits the drafts that a killed run left beside the site's own files. The next change deletes them. */
const withoutDrafts = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !new RegExp(`^\\${journalFolder}-\\d+`).test(path)))

describe('N5 a change, interrupted at a step that writes to the disk', () => {
  it('has more than 25 such steps, and changes four files', () => {
    expect(steps).toBeGreaterThan(25)
    expect(
      Object.keys(newFiles)
        .filter((path) => newFiles[path] !== old[path])
        .sort(),
    ).toEqual(['package-lock.json', 'package.json', 'src/wallet-modal.generated.ts', 'wallet-modal.json'])
  })

  it('is undone by the recovery after SIGKILL at any step', {
    timeout: 300_000,
  }, async () => {
    const ends = new Set<string>()
    for (let step = 1; step <= steps; step += every) {
      using one = await createChangedSite('ok', start.site)
      const { happened, exitCode } = await runWithFault(one, 'SIGKILL', step)
      expect({ step, happened, exitCode }).toEqual({ step, happened: true, exitCode: undefined })
      if (step % 15 === 1) expect((await one.run(['add', 'connect', '--yes'])).exitCode).toBe(0)
      else await healChange(one.site.path, undefined)
      const files = withoutDrafts(one.files())
      ends.add(JSON.stringify(files) === JSON.stringify(newFiles) ? 'new' : 'old')
      expect(files, `step ${step}`).toEqual(JSON.stringify(files) === JSON.stringify(newFiles) ? newFiles : old)
    }
    expect(ends).toEqual(new Set(['old']))
  })

  it('is either undone or complete after Ctrl-C at any step, and its exit code says which', {
    timeout: 300_000,
  }, async () => {
    for (let step = 1; step <= steps; step += every) {
      using one = await createChangedSite('ok', start.site)
      const { happened, exitCode } = await runWithFault(one, 'SIGINT', step)
      expect({ step, happened }).toEqual({ step, happened: true })
      expect(one.files(), `step ${step}`).toEqual(exitCode === 0 ? newFiles : old)
      expect([0, 130]).toContain(exitCode)
    }
  })

  it('is undone if the disk is full at any step, and the error says so', { timeout: 300_000 }, async () => {
    for (let step = 1; step <= steps; step += every) {
      using one = await createChangedSite('ok', start.site)
      const { happened, exitCode, stderr } = await runWithFault(one, 'ENOSPC', step)
      expect({ step, happened, exitCode }).toEqual({ step, happened: true, exitCode: 5 })
      expect(stderr).toContain('the disk is full')
      expect(one.files(), `step ${step}`).toEqual(old)
    }
  })
})

describe('N5 a change, interrupted during the installation', () => {
  it('restores all files if the installation fails', async () => {
    using one = await createChangedSite('fail', start.site)
    expect(await one.run(args)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('E404 nothing here') })
    expect(one.files()).toEqual(old)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'restores all files after %s and leaves no process running',
    async (signal) => {
      using one = await createChangedSite('hang', start.site)
      const child = execa(process.execPath, [binPath(), ...args], {
        cwd: one.site.path,
        env: one.env,
        reject: false,
        stdin: 'ignore',
      })
      await expect.poll(() => existsSync(join(one.site.path, 'node_modules/alive')), pollOptions).toBe(true)
      child.kill(signal)
      expect((await child).exitCode).toBe(130)
      expect(one.files()).toEqual(old)
      await expect.poll(() => workingIn(one.site.path), pollOptions).toEqual([])
    },
  )

  it('after SIGKILL, is undone only after the package manager of the killed run has ended', async () => {
    using one = await createChangedSite('hang', start.site)
    const child = execa(process.execPath, [binPath(), ...args], {
      cwd: one.site.path,
      env: one.env,
      reject: false,
      stdin: 'ignore',
    })
    const pidFile = join(one.site.path, 'node_modules/alive.pid')
    await expect.poll(() => existsSync(join(one.site.path, 'node_modules/alive')), pollOptions).toBe(true)
    const installer = Number(readFileSync(pidFile, 'utf8'))
    await expect
      .poll(() => readFileSync(join(one.site.path, journalFolder, 'journal.json'), 'utf8'), pollOptions)
      .toContain(`"installer":${installer}`)
    child.kill('SIGKILL')
    await child
    const during = one.files()
    expect(await one.run(['set', 'theme=dark', '--yes'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining(`process ${installer}`),
    })
    expect(await one.run(['set', 'theme=dark', '--dry-run'])).toMatchObject({ exitCode: 3 })
    expect(one.files()).toEqual(during)
    process.kill(installer, 'SIGKILL')
    await expect.poll(() => workingIn(one.site.path), pollOptions).toEqual([])
    expect(await one.run(['add', 'connect', '--yes'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('as they were before that run'),
    })
    expect(one.files()).toEqual(old)
  })
})
