import { type ChildProcess, spawn } from 'node:child_process'
import * as v from 'valibot'
import { messageOf, SandboxError } from '../errors.js'
import type { Reaper } from '../reaper.js'

export interface AnvilProcess {
  readonly url: string
  readonly processId: number
  /** Resolves with one sentence when the process has ended. */
  readonly ended: Promise<string>
  kill(): Promise<void>
}

export interface AnvilOptions {
  readonly binary: string
  readonly chainId: number
  readonly reaper: Reaper
  readonly timeoutMs: number
  readonly abortSignal: AbortSignal
}

const graceMs = 2_000
const mnemonic = 'test test test test test test test test test test test junk'

/**
 * Starts a node on a free port and resolves when it answers. The port is read from the output of the very process that was
 * started, so an older node on some well-known port cannot be taken for it; the chain id is checked on top.
 */
export async function startAnvil(options: AnvilOptions): Promise<AnvilProcess> {
  const { binary, chainId, reaper } = options
  reaper.arm()
  const child = spawn(binary, anvilArguments(chainId), { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
  const processId = child.pid
  if (processId !== undefined) reaper.watch(processId)
  const output = readOutput(child)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`it could not be run (${error.message})`))
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `exit code ${code}`}${output.complaint()}`))
  }).finally(() => processId !== undefined && reaper.unwatch(processId))
  const kill = () => end(child, ended)
  try {
    const giveUp = AbortSignal.any([options.abortSignal, AbortSignal.timeout(options.timeoutMs)])
    const port = await firstOf(output.port, ended, giveUp)
    const url = `http://127.0.0.1:${port}`
    await verify(url, chainId, giveUp)
    return { url, processId: processId ?? 0, ended, kill }
  } catch (error) {
    await kill()
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new SandboxError(
        'ENGINE_START_FAILED',
        `it did not answer within ${options.timeoutMs / 1000} s${output.complaint()}`,
      )
    }
    throw new SandboxError('ENGINE_START_FAILED', messageOf(error), { cause: error })
  }
}

const anvilArguments = (chainId: number): string[] => [
  ...['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)],
  ...['--mnemonic', mnemonic, '--accounts', '10', '--balance', '10000'],
  // pages reach the node only through the sandbox, which checks their origin and the size
  ...['--no-cors', '--no-request-size-limit'],
]

// Both streams are read for as long as the process lives: it would stop at a full pipe.
function readOutput(child: ChildProcess): { readonly port: Promise<number>; complaint(): string } {
  let heard: string | undefined = ''
  let complaint = ''
  const port = new Promise<number>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (heard === undefined) return
      heard += text
      const found = /^Listening on 127\.0\.0\.1:(\d+)\s*$/m.exec(heard)?.[1]
      if (found === undefined) return
      heard = undefined
      resolve(Number(found))
    })
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000)
  })
  return { port, complaint: () => (complaint === '' ? '' : `: ${complaint.trim().split('\n').at(-1)}`) }
}

async function firstOf(port: Promise<number>, ended: Promise<string>, giveUp: AbortSignal): Promise<number> {
  const aborted = new Promise<never>((_, reject) => {
    if (giveUp.aborted) reject(giveUp.reason)
    giveUp.addEventListener('abort', () => reject(giveUp.reason), { once: true })
  })
  const failed = ended.then((sentence): never => {
    throw new Error(sentence)
  })
  return Promise.race([port, failed, aborted])
}

const identitySchema = v.tuple([v.object({ result: v.string() }), v.object({ result: v.string() })])

async function verify(url: string, chainId: number, abortSignal: AbortSignal): Promise<void> {
  const ask = (method: string, id: number) => ({ jsonrpc: '2.0', id, method, params: [] })
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([ask('web3_clientVersion', 1), ask('eth_chainId', 2)]),
    signal: abortSignal,
  })
  const reply = v.safeParse(identitySchema, await response.json())
  if (reply.success) {
    const [client, chain] = reply.output
    if (client.result.startsWith('anvil/') && Number(chain.result) === chainId) return
  }
  throw new Error(`something else answers at ${url}`)
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.pid === undefined) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}
