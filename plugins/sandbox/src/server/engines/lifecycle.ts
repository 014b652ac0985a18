import { isSandboxError, messageOf, SandboxError, type SandboxErrorCode } from '../errors.js'
import type { EngineStatus } from './engine.js'

/** Process of an engine. */
export interface EngineProcess {
  readonly processId: number
  /** Resolves when the process ends, with the reason, such as `it ended with exit code 1`. */
  readonly ended: Promise<string>
  kill(): Promise<void>
}

interface LifecycleOptions<Node> {
  /** Name for messages, such as `The Bitcoin engine of bip122:...`. */
  readonly subject: string
  /** Reason why the engine is not available. Absent if the engine is available. */
  readonly off?: string
  launch(abortSignal: AbortSignal): Promise<Node>
  /** Receives the error if a running node ends by itself. Not called if the engine is stopped or reset at the same time, as by Ctrl-C. */
  readonly onEnd?: ((error: SandboxError) => void) | undefined
}

/** Delay of `onEnd`. Ctrl-C in a terminal ends nodes and sandbox together, and after this delay the sandbox has begun to stop its engines. */
const REPORT_DELAY_MS = 500

/** Lifecycle of an engine's process. The process starts once, on first use. After a failure, only `reset()` allows another start. */
export interface Lifecycle<Node> {
  status(): EngineStatus
  /** Starts the node if it is not running. Rejects with `ENGINE_*`. */
  node(): Promise<Node>
  /** Stops the node. A new node starts on the next use. */
  reset(): Promise<void>
  /** Stops the node permanently. Resolves when its process has ended. */
  stop(): Promise<void>
}

type State<Node> =
  | { readonly state: 'idle' | 'stopped' }
  | { readonly state: 'off' | 'failed'; readonly reason: string; readonly code: SandboxErrorCode }
  | { readonly state: 'starting'; readonly abort: AbortController; readonly done: Promise<Node> }
  | { readonly state: 'running'; readonly node: Node }

export function createLifecycle<Node extends EngineProcess>(options: LifecycleOptions<Node>): Lifecycle<Node> {
  const { subject, off, launch, onEnd } = options
  let current: State<Node> = off === undefined ? { state: 'idle' } : { state: 'off', reason: off, code: 'ENGINE_OFF' }

  const stopped = (): SandboxError => new SandboxError('ENGINE_DOWN', `${subject} was stopped.`)
  const fail = (code: SandboxErrorCode, problem: string): SandboxError => {
    const reason = `${subject} failed: ${problem}. POST {} to /sandbox/reset, or restart the sandbox, for a fresh chain.`
    current = { state: 'failed', reason, code }
    return new SandboxError(code, reason)
  }
  const settle = (node: Node): Node => {
    current = { state: 'running', node }
    void node.ended.then((reason) => {
      if (current.state !== 'running' || current.node !== node) return
      const error = fail('ENGINE_DOWN', reason)
      const failed = current
      setTimeout(() => current === failed && onEnd?.(error), REPORT_DELAY_MS).unref()
    })
    return node
  }
  const start = async (abort: AbortController): Promise<Node> => {
    const [outcome] = await Promise.allSettled([launch(abort.signal)])
    if (outcome.status === 'fulfilled' && !abort.signal.aborted) return settle(outcome.value)
    if (outcome.status === 'fulfilled') await outcome.value.kill()
    if (outcome.status === 'fulfilled' || abort.signal.aborted) throw stopped()
    const { reason } = outcome
    throw fail(isSandboxError(reason) ? reason.code : 'ENGINE_START_FAILED', messageOf(reason))
  }
  const node = async (): Promise<Node> => {
    if (current.state === 'running') return current.node
    if (current.state === 'starting') return current.done
    if (current.state === 'off' || current.state === 'failed') throw new SandboxError(current.code, current.reason)
    if (current.state === 'stopped') throw stopped()
    const abort = new AbortController()
    const done = start(abort)
    current = { state: 'starting', abort, done }
    return done
  }
  const halt = async (next: 'idle' | 'stopped'): Promise<void> => {
    const before = current
    if (before.state === 'off') return
    current = { state: next }
    if (before.state === 'running') await before.node.kill()
    if (before.state !== 'starting') return
    before.abort.abort()
    await Promise.allSettled([before.done])
  }
  return {
    status: () => toStatus(current),
    node,
    async reset() {
      if (current.state === 'off') throw new SandboxError(current.code, current.reason)
      if (current.state === 'stopped') throw stopped()
      await halt('idle')
    },
    stop: () => halt('stopped'),
  }
}

function toStatus(current: State<EngineProcess>): EngineStatus {
  if (current.state === 'running') return { state: 'running', processId: current.node.processId }
  if (current.state === 'off' || current.state === 'failed') return { state: current.state, reason: current.reason }
  return { state: current.state }
}
