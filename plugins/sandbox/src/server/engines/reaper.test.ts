import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'

let reaper: string
beforeAll(async () => {
  const entryPoints = [fileURLToPath(new URL('./reaper.ts', import.meta.url))]
  const { outputFiles } = await build({ entryPoints, bundle: true, platform: 'node', format: 'esm', write: false })
  reaper = outputFiles[0]?.text ?? ''
})

/** Runs a script that watches a sleeping process with a reaper, prints the sleeper's process id, and then executes the code `then`. */
async function watching(then: string): Promise<{ readonly sleeper: number; readonly ended: Promise<unknown> }> {
  const program = `${reaper}
    import { execFileSync, spawn as start } from 'node:child_process'
    const sleeper = start(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' })
    const reaper = createReaper()
    reaper.arm()
    reaper.watch(sleeper.pid)
    console.log(sleeper.pid)
    const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' }).split('\\n').map((row) => row.trim().split(/\\s+/))
    const guardId = Number(rows.find(([id, parent, name]) => +parent === process.pid && +id !== sleeper.pid && name !== 'ps')[0])
    ${then}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
  const text = await new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve))
  return { sleeper: Number(text), ended }
}

const isRunning = (processId: number) =>
  execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .some((row) => new RegExp(`^\\s*${processId} [^Z]`).test(row))

test.each([
  ['is killed', `process.kill(process.pid, 'SIGKILL')`, 'SIGKILL'],
  ['throws an uncaught error', `setTimeout(() => { throw new Error('on purpose') })`, 1],
  ['ends after its guard was killed', `process.kill(guardId, 'SIGKILL'); setTimeout(() => process.exit(0), 100)`, 0],
])('a watched process ends when the process that watches it %s', async (_, then, end) => {
  const { sleeper, ended } = await watching(then)
  expect(await ended).toBe(end)
  await expect.poll(() => isRunning(sleeper), { timeout: 5_000 }).toBe(false)
})

test.each([
  ['is killed', `process.kill(process.pid, 'SIGKILL')`],
  ['ends after its guard was killed', `process.kill(guardId, 'SIGKILL'); setTimeout(() => process.exit(0), 100)`],
])('a watched folder is deleted when the process that watches it %s', async (_, then) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sandbox reaper-'))
  writeFileSync(path.join(folder, 'file'), 'x')
  const { ended } = await watching(`reaper.watchFolder(${JSON.stringify(folder)}); setTimeout(() => { ${then} }, 100)`)
  await ended
  await expect.poll(() => existsSync(folder), { timeout: 5_000 }).toBe(false)
})

test('an unwatched process keeps running when the process that watched it exits', async () => {
  const { sleeper, ended } = await watching(`reaper.unwatch(sleeper.pid); setTimeout(() => process.exit(0), 100)`)
  expect(await ended).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(isRunning(sleeper)).toBe(true)
  process.kill(sleeper)
})
