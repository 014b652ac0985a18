import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { EngineProcess } from '../engines/lifecycle.js'
import type { Reaper } from '../engines/reaper.js'
import { messageOf, SandboxError } from '../errors.js'
import { closeServer, listen } from '../http/listen.js'
import { minimumVersion } from './bitcoind-binary.js'
import { createNodeClient, type NodeClient } from './node-client.js'

export interface BitcoindProcess extends EngineProcess, NodeClient {}

export interface BitcoindOptions {
  readonly binary: string
  readonly reaper: Reaper
  readonly timeoutMs: number
  readonly abortSignal: AbortSignal
}

const pollMs = 25

/**
 * Starts a node with a new regtest chain in a temporary folder and resolves when the node responds. The node has no wallet and no peers. Requests
 * contain the RPC cookie from the temporary folder, which another node on the same port would not accept. On failure, ends the node and rejects with
 * `ENGINE_START_FAILED`.
 */
export async function startBitcoind({
  binary,
  reaper,
  timeoutMs,
  abortSignal,
}: BitcoindOptions): Promise<BitcoindProcess> {
  reaper.arm()
  const folder = mkdtempSync(path.join(tmpdir(), 'wallet-modal-bitcoin-'))
  reaper.watchFolder(folder)
  const port = await freePort()
  const child = spawn(binary, bitcoindArguments(folder, port), {
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  })
  const processes = new Set(child.pid === undefined ? [] : [child.pid])
  for (const processId of processes) reaper.watch(processId)
  const lastErrorLine = readErrorOutput(child)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`it could not be run (${error.message})`))
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `exit code ${code}`}${lastErrorLine()}`))
  }).finally(() => {
    for (const processId of processes) reaper.unwatch(processId)
    reaper.removeFolder(folder)
  })
  // SIGKILL instead of a clean shutdown, because the node's data is temporary
  const kill = async (): Promise<void> => {
    for (const processId of processes) killProcess(processId)
    if (processes.size > 0) await ended
  }
  try {
    const exit = new AbortController()
    const failed = ended.then((reason): never => {
      exit.abort(new Error(reason))
      throw new Error(reason)
    })
    const deadline = AbortSignal.any([abortSignal, AbortSignal.timeout(timeoutMs), exit.signal])
    const client = await Promise.race([waitUntilReady(folder, port, deadline), failed])
    // the node's process id differs from `child.pid` if `binary` is a wrapper script that starts the node
    const processId = Number(readNodeFile(folder, 'bitcoind.pid')) || child.pid || 0
    processes.add(processId)
    reaper.watch(processId)
    return { ...client, processId, ended, kill }
  } catch (error) {
    await kill()
    if (isTimeout(error))
      throw new SandboxError('ENGINE_START_FAILED', `it did not answer within ${timeoutMs / 1000} s${lastErrorLine()}`)
    throw new SandboxError('ENGINE_START_FAILED', messageOf(error), { cause: error })
  }
}

const bitcoindArguments = (folder: string, port: number): string[] => [
  ...[
    '-regtest',
    `-datadir=${folder}`,
    '-disablewallet',
    '-txindex',
    '-blockfilterindex',
    '-persistmempool=0',
    '-printtoconsole=0',
  ],
  // the work queue is long, because a page may send a batch of a thousand calls, and the node receives each call as a separate request
  ...['-server', '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1', `-rpcport=${port}`, '-rpcworkqueue=2000'],
  // connects to no peers, and accepts no connections from peers
  ...['-connect=0', '-listen=0', '-dnsseed=0', '-fixedseeds=0'],
  // rejects non-standard transactions, as public nodes do
  '-acceptnonstdtxn=0',
]

/** Finds a free port, because bitcoind cannot choose one itself. */
async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server, 0, '127.0.0.1')
  await closeServer(server)
  return port
}

const readNodeFile = (folder: string, file: string): string => {
  try {
    return readFileSync(path.join(folder, 'regtest', file), 'utf8').trim()
  } catch {
    return '' // the file does not exist yet
  }
}

const versionSchema = v.object({ version: v.number() })
const chainSchema = v.object({ chain: v.string() })

async function waitUntilReady(folder: string, port: number, deadline: AbortSignal): Promise<NodeClient> {
  for (;;) {
    deadline.throwIfAborted()
    const cookie = readNodeFile(folder, '.cookie')
    const client = cookie === '' ? undefined : createNodeClient(`http://127.0.0.1:${port}`, cookie)
    const chain = await client?.call(chainSchema, 'getblockchaininfo').catch(() => undefined) // the node is still warming up
    if (client && chain) return verifyNode(client, chain.chain)
    await wait(pollMs)
  }
}

async function verifyNode(client: NodeClient, chain: string): Promise<NodeClient> {
  if (chain !== 'regtest') throw new Error(`it runs the chain "${chain}"`)
  const { version } = await client.call(versionSchema, 'getnetworkinfo')
  if (version >= minimumVersion.number) return client
  throw new Error(`its version ${Math.floor(version / 10_000)} is too old: install ${minimumVersion.text} or later`)
}

// Reads the stream until the process ends, because a full pipe would block the process.
function readErrorOutput(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-2_000)
  })
  return () => (text === '' ? '' : `: ${text.trim().split('\n').at(-1)}`)
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

function killProcess(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL')
  } catch {
    // the process has already ended
  }
}
