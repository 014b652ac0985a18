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
/** Other tests use the machine, too. */
const patience = { timeout: 30_000 }
const args = ['add', 'walletconnect', 'sandbox', '--yes']
const every = process.env.WALLET_MODAL_LONG ? 1 : 9
const start = await createChangedSite()
afterAll(() => start[Symbol.dispose]())
const old = start.files()
const { steps, young } = await reference()
/** How many steps change the disk in a run that nothing disturbs, and what it makes. */
async function reference(): Promise<{ readonly steps: number; readonly young: Files }> {
  using one = await createChangedSite('ok', start.site)
  using tools = createFolder('tools')
  const ran = await one.run(args, faultAt(tools, 'count', 0))
  if (ran.exitCode !== 0) throw new Error(ran.stderr)
  return { steps: Number(tools.read('faults/log.txt')), young: one.files() }
}

async function runWithFault(one: ChangedSite, fault: Fault, step: number) {
  using tools = createFolder('tools')
  const ran = await one.run(args, faultAt(tools, fault, step))
  await expect.poll(() => workingIn(one.site.path), patience).toEqual([])
  return { ...ran, happened: existsSync(join(tools.path, 'faults/log.txt')) }
}

/** Files that a killed run prepared outside of the site's own files. The next change deletes them. */
const withoutDrafts = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !new RegExp(`^\\${journalFolder}-\\d+`).test(path)))

describe('N5 a change, disturbed at a step that changes the disk', () => {
  it('has such steps, and changes four files', () => {
    expect(steps).toBeGreaterThan(25)
    expect(
      Object.keys(young)
        .filter((path) => young[path] !== old[path])
        .sort(),
    ).toEqual(['package-lock.json', 'package.json', 'src/wallet-modal.generated.ts', 'wallet-modal.json'])
  })

  it('is all-old or all-new after SIGKILL at any step, once the next run has healed it', {
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
      ends.add(JSON.stringify(files) === JSON.stringify(young) ? 'new' : 'old')
      expect(files, `step ${step}`).toEqual(JSON.stringify(files) === JSON.stringify(young) ? young : old)
    }
    expect(ends).toEqual(new Set(['old']))
  })

  it('is all-old, or all-new where it says so, after Ctrl-C at any step', { timeout: 300_000 }, async () => {
    for (let step = 1; step <= steps; step += every) {
      using one = await createChangedSite('ok', start.site)
      const { happened, exitCode } = await runWithFault(one, 'SIGINT', step)
      expect({ step, happened }).toEqual({ step, happened: true })
      expect(one.files(), `step ${step}`).toEqual(exitCode === 0 ? young : old)
      expect([0, 130]).toContain(exitCode)
    }
  })

  it('is all-old, and says so, when the disk is full at any step', { timeout: 300_000 }, async () => {
    for (let step = 1; step <= steps; step += every) {
      using one = await createChangedSite('ok', start.site)
      const { happened, exitCode, stderr } = await runWithFault(one, 'ENOSPC', step)
      expect({ step, happened, exitCode }).toEqual({ step, happened: true, exitCode: 5 })
      expect(stderr).toContain('the disk is full')
      expect(one.files(), `step ${step}`).toEqual(old)
    }
  })
})

describe('N5 a change, stopped during the installation', () => {
  it('puts everything back after a failed installation', async () => {
    using one = await createChangedSite('fail', start.site)
    expect(await one.run(args)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('E404 nothing here') })
    expect(one.files()).toEqual(old)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('puts everything back after %s and leaves no process', async (signal) => {
    using one = await createChangedSite('hang', start.site)
    const child = execa(process.execPath, [binPath(), ...args], {
      cwd: one.site.path,
      env: one.env,
      reject: false,
      stdin: 'ignore',
    })
    await expect.poll(() => existsSync(join(one.site.path, 'node_modules/alive')), patience).toBe(true)
    child.kill(signal)
    expect((await child).exitCode).toBe(130)
    expect(one.files()).toEqual(old)
    await expect.poll(() => workingIn(one.site.path), patience).toEqual([])
  })

  it('waits for the package manager of a killed run, then heals', async () => {
    using one = await createChangedSite('hang', start.site)
    const child = execa(process.execPath, [binPath(), ...args], {
      cwd: one.site.path,
      env: one.env,
      reject: false,
      stdin: 'ignore',
    })
    const pidFile = join(one.site.path, 'node_modules/alive.pid')
    await expect.poll(() => existsSync(join(one.site.path, 'node_modules/alive')), patience).toBe(true)
    const installer = Number(readFileSync(pidFile, 'utf8'))
    await expect
      .poll(() => readFileSync(join(one.site.path, journalFolder, 'journal.json'), 'utf8'), patience)
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
    await expect.poll(() => workingIn(one.site.path), patience).toEqual([])
    expect(await one.run(['add', 'connect', '--yes'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('as they were before that run'),
    })
    expect(one.files()).toEqual(old)
  })
})
