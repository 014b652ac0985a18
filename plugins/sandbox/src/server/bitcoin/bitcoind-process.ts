import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { EngineProcess } from '../engines/life.js'
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
 * Starts a node on a fresh regtest chain in a temporary folder and resolves when it answers. It has no wallet, no peers and no settings but
 * these. Its cookie is read from that folder, so a node that somebody else runs cannot be taken for it.
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
  const complaint = readComplaint(child)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`it could not be run (${error.message})`))
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `exit code ${code}`}${complaint()}`))
  }).finally(() => {
    for (const processId of processes) reaper.unwatch(processId)
    reaper.removeFolder(folder)
  })
  // its data is thrown away, so there is nothing that it has to write first
  const kill = async (): Promise<void> => {
    for (const processId of processes) killProcess(processId)
    if (processes.size > 0) await ended
  }
  try {
    const giveUp = AbortSignal.any([abortSignal, AbortSignal.timeout(timeoutMs)])
    const failed = ended.then((sentence): never => {
      throw new Error(sentence)
    })
    const client = await Promise.race([whenReady(folder, port, giveUp), failed])
    // a command that starts the node and stays has a process id of its own
    const processId = Number(read(folder, 'bitcoind.pid')) || child.pid || 0
    processes.add(processId)
    reaper.watch(processId)
    return { ...client, processId, ended, kill }
  } catch (error) {
    await kill()
    if (isTimeout(error))
      throw new SandboxError('ENGINE_START_FAILED', `it did not answer within ${timeoutMs / 1000} s${complaint()}`)
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
  // a page's batch may be of a thousand calls
  ...['-server', '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1', `-rpcport=${port}`, '-rpcworkqueue=2000'],
  // alone: it neither looks for peers nor lets any in
  ...['-connect=0', '-listen=0', '-dnsseed=0', '-fixedseeds=0'],
  // what a public node would not pass on, it does not take either
  '-acceptnonstdtxn=0',
]

/** A node cannot be told to take any port that is free. */
async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server, 0, '127.0.0.1')
  await closeServer(server)
  return port
}

const read = (folder: string, file: string): string => {
  try {
    return readFileSync(path.join(folder, 'regtest', file), 'utf8').trim()
  } catch {
    return '' // not written yet
  }
}

const versionSchema = v.object({ version: v.number() })
const chainSchema = v.object({ chain: v.string() })

async function whenReady(folder: string, port: number, giveUp: AbortSignal): Promise<NodeClient> {
  for (;;) {
    giveUp.throwIfAborted()
    const cookie = read(folder, '.cookie')
    const client = cookie === '' ? undefined : createNodeClient(`http://127.0.0.1:${port}`, cookie)
    const chain = await client?.call(chainSchema, 'getblockchaininfo').catch(() => undefined) // it is warming up
    if (client && chain) return check(client, chain.chain)
    await wait(pollMs)
  }
}

async function check(client: NodeClient, chain: string): Promise<NodeClient> {
  if (chain !== 'regtest') throw new Error(`it runs the chain "${chain}"`)
  const { version } = await client.call(versionSchema, 'getnetworkinfo')
  if (version >= minimumVersion.number) return client
  throw new Error(`its version ${Math.floor(version / 10_000)} is too old: install ${minimumVersion.text} or later`)
}

// The stream is read for as long as the process lives: it would stop at a full pipe.
function readComplaint(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-2_000)
  })
  return () => (text === '' ? '' : `: ${text.trim().split('\n').at(-1)}`)
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

function killProcess(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL')
  } catch {
    // already gone, which is what is wanted
  }
}
