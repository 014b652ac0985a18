import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { binPath, runBin } from '../fixtures/bin.js'
import { type Fault, faultAt } from '../fixtures/faults.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { fakeInstall } from '../fixtures/install.js'

const args = ['deep/shop', '--yes', '--no-install']
const every = process.env.WALLET_MODAL_LONG ? 1 : 9

/** Number of steps that write to the disk in an undisturbed run, and the files after it. */
async function reference(): Promise<{
  readonly steps: number
  readonly tree: Folder['snapshot'] extends () => infer T ? T : never
}> {
  using folder = createFolder()
  using tools = createFolder('tools')
  const env = faultAt(tools, 'count', 0)
  await runBin(folder.path, args, { env })
  return { steps: Number(tools.read('faults/log.txt')), tree: folder.snapshot() }
}

const { steps, tree } = await reference()

async function runWithFault(folder: Folder, fault: Fault, step: number) {
  using tools = createFolder('tools')
  const ran = await runBin(folder.path, args, { env: faultAt(tools, fault, step) })
  return { ...ran, happened: existsSync(join(tools.path, 'faults/log.txt')) }
}

describe('N5 create, interrupted at a step that writes to the disk', () => {
  it('has more than 40 such steps', () => {
    expect(steps).toBeGreaterThan(40)
    expect(Object.keys(tree).length).toBeGreaterThan(20)
  })

  it('leaves no part of the site after SIGKILL at any step, and the next run succeeds', {
    timeout: 300_000,
  }, async () => {
    using folder = createFolder()
    for (let step = 1; step <= steps; step += every) {
      const { happened, exitCode } = await runWithFault(folder, 'SIGKILL', step)
      expect({ step, happened, exitCode }).toEqual({ step, happened: true, exitCode: undefined })
      // The staging folder of the previous run is gone. At most the staging folder of this run exists, and no part of the site.
      expect(readdirSync(folder.path).filter((name) => !/^\.wallet-modal-[0-9a-f]{12}-\d+$/.test(name))).toEqual([])
      expect(readdirSync(folder.path).length).toBeLessThanOrEqual(1)
    }
    expect((await runBin(folder.path, args)).exitCode).toBe(0)
    expect(folder.snapshot()).toEqual(tree)
  })

  it('leaves either no files or the complete site after Ctrl-C at any step', { timeout: 300_000 }, async () => {
    for (let step = 1; step <= steps; step += every) {
      using folder = createFolder()
      const { happened, exitCode } = await runWithFault(folder, 'SIGINT', step)
      expect({ step, happened }).toEqual({ step, happened: true })
      expect(folder.snapshot()).toEqual(exitCode === 0 ? tree : {})
      expect([0, 130]).toContain(exitCode)
    }
  })

  it('leaves no files if the disk is full at any step, and the error says so', { timeout: 300_000 }, async () => {
    for (let step = 1; step <= steps; step += every) {
      using folder = createFolder()
      const { happened, exitCode, stderr } = await runWithFault(folder, 'ENOSPC', step)
      expect({ step, happened, exitCode }).toEqual({ step, happened: true, exitCode: 5 })
      expect(stderr).toContain('the disk is full')
      expect(folder.snapshot()).toEqual({})
    }
  })
})

/** Starts the creation of a site whose installation hangs. */
const createShop = (folder: Folder) =>
  execa(process.execPath, [binPath(), 'shop', '--yes'], {
    ...{ cwd: folder.path, env: fakeInstall(folder, 'hang').env },
    ...{ reject: false, stdin: 'ignore' },
  } as const)

describe('N5 create, interrupted during the installation', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('leaves neither files nor processes after %s', async (signal) => {
    using folder = createFolder()
    const child = createShop(folder)
    const staging = await waitForAliveFile(folder)
    child.kill(signal)
    expect((await child).exitCode).toBe(130)
    expect(readdirSync(folder.path)).toEqual(['fake-bin'])
    await delay(100)
    expect(existsSync(staging)).toBe(false)
  })

  it('leaves no site after SIGKILL, and the next run creates it', async () => {
    using folder = createFolder()
    const child = createShop(folder)
    const alive = await waitForAliveFile(folder)
    const installer = readAliveWriter(folder)
    child.kill('SIGKILL')
    await child
    expect(existsSync(alive)).toBe(true)
    expect(existsSync(join(folder.path, 'shop'))).toBe(false)
    process.kill(installer, 'SIGKILL')
    const again = await runBin(folder.path, ['shop', '--yes'], { env: fakeInstall(folder, 'ok').env })
    expect(again.exitCode).toBe(0)
    expect(readdirSync(folder.path).sort()).toEqual(['fake-bin', 'shop'])
  })
})

/** Waits until the hanging package manager writes its file in the staging folder. Returns the path of the file. */
async function waitForAliveFile(folder: Folder): Promise<string> {
  for (let tries = 0; tries < 500; tries++) {
    const staging = readdirSync(folder.path).find((name) => name.startsWith('.wallet-modal-'))
    const alive = join(folder.path, staging ?? 'nowhere', 'node_modules', 'alive')
    if (existsSync(alive) && statSync(alive).size > 0) return alive
    await delay(20)
  }
  throw new Error('The package manager never began.')
}

const readAliveWriter = (folder: Folder): number => {
  const staging = readdirSync(folder.path).find((name) => name.startsWith('.wallet-modal-')) ?? ''
  return Number(readFileSync(join(folder.path, staging, 'node_modules', 'alive.pid'), 'utf8'))
}
