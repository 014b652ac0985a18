import { type ChildProcess, spawn } from 'node:child_process'
import { messageOf, SandboxError } from '../errors.js'
import { engineHost } from './engine-host.js'
import type { Reaper } from './reaper.js'

/** Node of a chain, in its own process. */
export interface NodeProcess {
  readonly url: string
  readonly processId: number
  /** Resolves when the process ends, with the reason, such as `it ended with exit code 1`. */
  readonly ended: Promise<string>
  kill(): Promise<void>
}

export interface NodeOptions {
  readonly file: string
  /** Command line arguments with which the node listens on `host`, a loopback address from {@link engineHost}, and on a free port. */
  args(host: string): readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly reaper: Reaper
  readonly timeoutMs: number
  readonly abortSignal: AbortSignal
  /** Throws if the node that responds at `url` is not the started node. */
  verify(url: string, abortSignal: AbortSignal): Promise<void>
}

/** Output line that contains the node's address. */
const listening = /^Listening on (127(?:\.\d{1,3}){3}:\d+)\s*$/m

const graceMs = 2_000

/**
 * Starts a node on a free port and resolves when the node responds. The URL is read from the node's own output, so it cannot be the URL of another
 * node. In addition, `verify` checks the node at that URL. On failure, ends the node and rejects with `ENGINE_START_FAILED`.
 */
export async function startNode(options: NodeOptions): Promise<NodeProcess> {
  const { file, args, env, reaper, verify } = options
  const host = await engineHost()
  reaper.arm()
  const child = spawn(file, args(host), { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true, ...(env && { env }) })
  const processId = child.pid
  if (processId !== undefined) reaper.watch(processId)
  const output = readOutput(child)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`it could not be run (${error.message})`))
    child.once('exit', (code, signal) =>
      resolve(`it ended with ${signal ?? `exit code ${code}`}${output.lastErrorLine()}`),
    )
  }).finally(() => processId !== undefined && reaper.unwatch(processId))
  const kill = () => end(child, ended)
  try {
    const deadline = AbortSignal.any([options.abortSignal, AbortSignal.timeout(options.timeoutMs)])
    const address = await firstOf(output.address, ended, deadline)
    const url = `http://${address}`
    await verify(url, deadline)
    return { url, processId: processId ?? 0, ended, kill }
  } catch (error) {
    await kill()
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new SandboxError(
        'ENGINE_START_FAILED',
        `it did not answer within ${options.timeoutMs / 1000} s${output.lastErrorLine()}`,
      )
    }
    throw new SandboxError('ENGINE_START_FAILED', messageOf(error), { cause: error })
  }
}

// Reads both streams until the process ends, because a full pipe would block the process.
function readOutput(child: ChildProcess): { readonly address: Promise<string>; lastErrorLine(): string } {
  let received: string | undefined = ''
  let errors = ''
  const address = new Promise<string>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (received === undefined) return
      received += text
      const nodeAddress = listening.exec(received)?.[1]
      if (nodeAddress === undefined) return
      received = undefined
      resolve(nodeAddress)
    })
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2_000)
  })
  return { address, lastErrorLine: () => (errors === '' ? '' : `: ${errors.trim().split('\n').at(-1)}`) }
}

async function firstOf(address: Promise<string>, ended: Promise<string>, deadline: AbortSignal): Promise<string> {
  const aborted = new Promise<never>((_, reject) => {
    if (deadline.aborted) reject(deadline.reason)
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true })
  })
  const failed = ended.then((reason): never => {
    throw new Error(reason)
  })
  return Promise.race([address, failed, aborted])
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.pid === undefined) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}
