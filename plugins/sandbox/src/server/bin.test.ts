import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { localBitcoinNetwork, localPolkadotNetwork, localSolanaNetwork } from '../local-networks.js'

const folder = fileURLToPath(new URL('../..', import.meta.url))
const bin = `${folder}dist/server/bin.js`

beforeAll(() => {
  const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript-7.0/package.json')))
  execFileSync(process.execPath, [compiler, '-b', `${folder}tsconfig.server.json`])
}, 60_000)

const temporary = mkdtempSync(path.join(tmpdir(), 'sandbox-bin-'))
const dataFolders = () => readdirSync(temporary).filter((name) => name.startsWith('wallet-modal-'))
afterAll(() => rmSync(temporary, { recursive: true }))

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

interface Run {
  readonly child: ChildProcess
  readonly ended: Promise<number | string | null>
  output(): string
  errorOutput(): string
}

function run(parameters: readonly string[], stdio: 'ipc' | 'pipe' = 'pipe', where = { file: bin, cwd: folder }): Run {
  const child = spawn(process.execPath, [where.file, ...parameters], {
    cwd: where.cwd,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe', ...(stdio === 'ipc' ? (['ipc'] as const) : [])],
  })
  started.push(child)
  let output = ''
  let errorOutput = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr?.setEncoding('utf8').on('data', (text) => (errorOutput += text))
  // 'close' also waits for the output, but is not emitted after disconnect()
  const ended = new Promise<number | string | null>((resolve) =>
    child.once(stdio === 'ipc' ? 'exit' : 'close', (code, signal) => resolve(signal ?? code)),
  )
  return { child, ended, output: () => output, errorOutput: () => errorOutput }
}

/** Starts the command with `--json` and waits until the nodes run. Includes the slow Polkadot node only if requested. */
async function ready(stdio: 'ipc' | 'pipe' = 'pipe', { slow = false } = {}) {
  const sandbox = run(['--port', '0', '--json'], stdio)
  await expect.poll(sandbox.output, { timeout: 15_000 }).toContain('\n')
  const line = JSON.parse(sandbox.output())
  for (const chainId of line.chains) {
    if (!slow && chainId.startsWith('polkadot:')) continue
    const headers = { 'content-type': 'application/json' }
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
    await fetch(`${line.url}/v1/?chainId=${chainId}`, { method: 'POST', headers, body })
  }
  const { engines } = await (await fetch(`${line.url}/health`)).json()
  const engineIds: number[] = engines.map(({ processId }: { processId: number }) => processId)
  const descendants = childrenOf(sandbox.child.pid ?? 0)
  return { ...sandbox, line, engineIds, descendants }
}

const childrenOf = (processId: number): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === processId ? [child] : []))

/** The processes that still run, without zombies (state Z). */
const survivors = (processIds: readonly number[]) =>
  execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .flatMap(([processId, state]) => (state?.startsWith('Z') ? [] : Number(processId)))
    .filter((processId) => processIds.includes(processId))

test('with --json, the command exits when its standard input is closed', async () => {
  const child = spawn(process.execPath, [bin, '--port', '0', '--json', '--no-engines'], { stdio: 'pipe' })
  started.push(child)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.stdin.end()
  expect(await ended).toBe(0)
})

test('with --json, the command prints one line of JSON when the server listens', async () => {
  const sandbox = run(['--port', '0', '--json'])
  await expect.poll(sandbox.output, { timeout: 15_000 }).toContain('\n')
  expect(JSON.parse(sandbox.output())).toEqual({
    ready: true,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    chains: [
      'eip155:31337',
      'eip155:31338',
      localSolanaNetwork.caipNetworkId,
      localPolkadotNetwork.caipNetworkId,
      ...(process.env.BITCOIND_PATH ? [localBitcoinNetwork.caipNetworkId] : []),
    ],
    instance: expect.any(String),
  })
})

test('without --json, the command prints the chains and their URLs', async () => {
  const sandbox = run(['--port', '0'])
  await expect.poll(sandbox.output, { timeout: 15_000 }).toContain('Ctrl-C')
  expect(sandbox.output()).toMatch(/Sandbox Two +eip155:31338 {2}http:\/\/127\.0\.0\.1:\d+\/v1\/\?chainId=eip155:31338/)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends the command with exit code 0 and leaves no process or data',
  async (signal) => {
    const { child, ended, engineIds, descendants, errorOutput } = await ready()
    // two nodes, the sandbox itself with the Solana chain, and the Bitcoin node if one is installed
    expect(survivors(engineIds)).toHaveLength(process.env.BITCOIND_PATH ? 4 : 3)
    expect(engineIds).toContain(child.pid)
    expect(dataFolders()).toHaveLength(process.env.BITCOIND_PATH ? 1 : 0)
    child.kill(signal)
    expect(await ended).toBe(0)
    expect(survivors([...engineIds, ...descendants])).toEqual([])
    expect(dataFolders()).toEqual([])
    expect(errorOutput()).toBe('')
  },
)

test('SIGKILL of the command leaves no process or data', async () => {
  const { child, ended, engineIds, descendants } = await ready('pipe', { slow: true })
  expect(survivors(engineIds)).toHaveLength(process.env.BITCOIND_PATH ? 5 : 4)
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  await expect.poll(() => survivors([...engineIds, ...descendants]), { timeout: 5_000 }).toEqual([])
  await expect.poll(dataFolders, { timeout: 5_000 }).toEqual([])
}, 60_000)

test('the command exits when the Node process that started it closes their IPC channel', async () => {
  const { child, ended, engineIds } = await ready('ipc')
  child.disconnect()
  expect(await ended).toBe(0)
  expect(survivors(engineIds)).toEqual([])
})

test('if the node of a chain ends by itself, the command prints the reason, and /health reports it', async () => {
  const { child, ended, engineIds, line, errorOutput } = await ready()
  process.kill(engineIds[0] ?? 0, 'SIGKILL')
  await expect
    .poll(errorOutput)
    .toMatch(/^The EVM engine of eip155:31337 failed: it ended with SIGKILL.*\/sandbox\/reset/)
  expect(await (await fetch(`${line.url}/health`)).json()).toMatchObject({
    status: 'degraded',
    engines: expect.arrayContaining([expect.objectContaining({ chainId: 'eip155:31337', state: 'failed' })]),
  })
  child.kill('SIGINT')
  expect(await ended).toBe(0)
})

test('a second Ctrl-C ends the command and its engines', async () => {
  const { child, ended, engineIds } = await ready()
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  await expect.poll(() => survivors(engineIds)).toEqual([])
  await expect.poll(dataFolders).toEqual([])
})

test('for a port in use, the command exits with code 1 and a message that suggests another port', async () => {
  const other = createServer()
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => {
      const address = other.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const textRun = run(['--port', String(port)])
  const jsonRun = run(['--port', String(port), '--json'])
  expect(await textRun.ended).toBe(1)
  expect(textRun.errorOutput()).toMatch(new RegExp(`^Port ${port} .* --port ${port + 1}.*\n$`))
  expect(await jsonRun.ended).toBe(1)
  expect(JSON.parse(jsonRun.output())).toMatchObject({ ready: false, error: { code: 'PORT_IN_USE' } })
  other.close()
})

test.each([[['--port', 'abc']], [['--port', '70000']], [['--host', '0.0.0.0', '--port', '0']], [['--nonsense']]])(
  '%j is rejected with exit code 1 and one sentence',
  async (parameters) => {
    const sandbox = run(parameters)
    expect(await sandbox.ended).toBe(1)
    expect(sandbox.errorOutput().trim().split('\n')).toHaveLength(1)
  },
)

test('--no-engines runs without chains and starts no process', async () => {
  const sandbox = run(['--port', '0', '--no-engines'])
  await expect.poll(sandbox.output, { timeout: 15_000 }).toContain('Ctrl-C')
  expect(sandbox.output()).toContain('--no-engines')
  expect(childrenOf(sandbox.child.pid ?? 0)).toEqual([])
})

test('a missing Bitcoin node is reported in one sentence, and the other chains run', async () => {
  const sandbox = run(['--port', '0', '--bitcoind', '/nowhere/bitcoind'])
  await expect.poll(sandbox.output, { timeout: 15_000 }).toContain('Ctrl-C')
  expect(sandbox.output()).toContain(
    'The Bitcoin engine is off: "/nowhere/bitcoind", from the option bitcoind, is not a program.',
  )
  expect(sandbox.output()).toMatch(/bip122:0f9188f13cb7b2c71f2a335e3a4fc328 {2}off\n/)
  expect(sandbox.output()).toMatch(/eip155:31337 {2}http/)
})

test('without engine packages, the command runs from a bundle and prints how to install each package', async () => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'sandbox-bundle-'))
  copyFileSync(`${folder}package.json`, path.join(elsewhere, 'package.json'))
  const outfile = path.join(elsewhere, 'dist/server/bin.js')
  const banner = {
    js: "import { createRequire as toRequire } from 'node:module'; const require = toRequire(import.meta.url)",
  }
  await build({ entryPoints: [bin], bundle: true, platform: 'node', format: 'esm', outfile, banner })
  const sandbox = run(['--port', '0'], 'pipe', { file: outfile, cwd: elsewhere })
  await expect.poll(sandbox.output, { timeout: 15_000 }).toContain('Ctrl-C')
  expect(sandbox.output()).toMatch(/eip155:31337 {2}off\n/)
  expect(sandbox.output()).toMatch(/is not installed: run "npm install .* @foundry-rs\/anvil@\d+\.\d+\.\d+"/)
  expect(sandbox.output()).toMatch(/is not installed: run "npm install .* litesvm-[a-z0-9-]+@\d+\.\d+\.\d+"/)
  expect(sandbox.output()).toMatch(
    /install .* @acala-network\/chopsticks@[\d.]+ @substrate\/connect-known-chains@[\d.]+"/,
  )
  sandbox.child.kill('SIGINT')
  expect([await sandbox.ended, sandbox.errorOutput()]).toEqual([0, ''])
  rmSync(elsewhere, { recursive: true })
})
