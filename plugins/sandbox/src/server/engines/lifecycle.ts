import { isSandboxError, messageOf, SandboxError, type SandboxErrorCode } from '../errors.js'
import type { EngineStatus } from './engine.js'

/** Process of an engine. */
export interface EngineProcess {
  readonly processId: number
  /** Resolves with the reason, in one sentence, when the process ends. */
  readonly ended: Promise<string>
  kill(): Promise<void>
}

interface LifecycleOptions<Node> {
  /** Name for messages, such as `The Bitcoin engine of bip122:...`. */
  readonly subject: string
  /** Reason why the engine is not available; absent if it is. */
  readonly off?: string
  launch(abortSignal: AbortSignal): Promise<Node>
}

/** Lifecycle of an engine's process: started once, on first use. After a failure only `reset()` allows another start. */
export interface Lifecycle<Node> {
  status(): EngineStatus
  /** Starts the node if it is not running. Rejects with `ENGINE_*`. */
  node(): Promise<Node>
  /** Stops the node. A fresh one starts on the next use. */
  reset(): Promise<void>
  /** Final. Resolves when the process has ended. */
  stop(): Promise<void>
}

type State<Node> =
  | { readonly state: 'idle' | 'stopped' }
  | { readonly state: 'off' | 'failed'; readonly reason: string; readonly code: SandboxErrorCode }
  | { readonly state: 'starting'; readonly abort: AbortController; readonly done: Promise<Node> }
  | { readonly state: 'running'; readonly node: Node }

/** Starts the node once, on first use, and reports its end. */
export function createLifecycle<Node extends EngineProcess>({
  subject,
  off,
  launch,
}: LifecycleOptions<Node>): Lifecycle<Node> {
  let now: State<Node> = off === undefined ? { state: 'idle' } : { state: 'off', reason: off, code: 'ENGINE_OFF' }

  const stopped = (): SandboxError => new SandboxError('ENGINE_DOWN', `${subject} was stopped.`)
  const fail = (code: SandboxErrorCode, what: string): SandboxError => {
    const reason = `${subject} failed: ${what}. POST {} to /sandbox/reset, or restart the sandbox, for a fresh chain.`
    now = { state: 'failed', reason, code }
    return new SandboxError(code, reason)
  }
  const settle = (node: Node): Node => {
    now = { state: 'running', node }
    void node.ended.then((sentence) => {
      if (now.state === 'running' && now.node === node) fail('ENGINE_DOWN', sentence)
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
    if (now.state === 'running') return now.node
    if (now.state === 'starting') return now.done
    if (now.state === 'off' || now.state === 'failed') throw new SandboxError(now.code, now.reason)
    if (now.state === 'stopped') throw stopped()
    const abort = new AbortController()
    const done = start(abort)
    now = { state: 'starting', abort, done }
    return done
  }
  const halt = async (next: 'idle' | 'stopped'): Promise<void> => {
    const before = now
    if (before.state === 'off') return
    now = { state: next }
    if (before.state === 'running') await before.node.kill()
    if (before.state !== 'starting') return
    before.abort.abort()
    await Promise.allSettled([before.done])
  }
  return {
    status: () => toStatus(now),
    node,
    async reset() {
      if (now.state === 'off') throw new SandboxError(now.code, now.reason)
      if (now.state === 'stopped') throw stopped()
      await halt('idle')
    },
    stop: () => halt('stopped'),
  }
}

function toStatus(now: State<EngineProcess>): EngineStatus {
  if (now.state === 'running') return { state: 'running', processId: now.node.processId }
  if (now.state === 'off' || now.state === 'failed') return { state: now.state, reason: now.reason }
  return { state: now.state }
}
