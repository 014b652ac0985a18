import * as v from 'valibot'
import type { EngineStatus } from './engine.js'
import { isSandboxError, messageOf, SandboxError, type SandboxErrorCode } from './errors.js'
import type { NodeProcess } from './nodeProcess.js'

export interface NodeLifeOptions {
  /** What the engine is called, such as `EVM`. */
  readonly kind: string
  readonly caipNetworkId: string
  /** Why there is no node: the engine is then off. */
  readonly off: string | undefined
  launch(abortSignal: AbortSignal): Promise<NodeProcess>
}

/** The life of an engine whose node is a process. */
export interface NodeLife {
  status(): EngineStatus
  /** The node, started once however often it is asked for; after a failure only `reset()` tries again. */
  running(): Promise<NodeProcess>
  /** Posts a JSON-RPC body to the node and resolves with the reply's text. */
  request(body: string, abortSignal?: AbortSignal): Promise<string>
  /** One JSON-RPC call of the sandbox's own. */
  call(method: string, params: readonly unknown[]): Promise<unknown>
  /** A fresh process in place of this one. */
  reset(): Promise<void>
  stop(): Promise<void>
}

type Life =
  | { readonly state: 'idle' | 'stopped' }
  | { readonly state: 'off' | 'failed'; readonly reason: string; readonly code: SandboxErrorCode }
  | { readonly state: 'starting'; readonly abort: AbortController; readonly done: Promise<NodeProcess> }
  | { readonly state: 'running'; readonly node: NodeProcess }

const requestTimeoutMs = 60_000
const resultSchema = v.object({ result: v.optional(v.unknown()), error: v.optional(v.object({ message: v.string() })) })

/** The node starts at the first use, once, and its end is told. */
export function createNodeLife({ kind, caipNetworkId, off, launch }: NodeLifeOptions): NodeLife {
  const engine = `The ${kind} engine of ${caipNetworkId}`
  let life: Life = off === undefined ? { state: 'idle' } : { state: 'off', reason: off, code: 'ENGINE_OFF' }

  const stopped = (): SandboxError => new SandboxError('ENGINE_DOWN', `${engine} was stopped.`)
  const fail = (code: SandboxErrorCode, what: string): SandboxError => {
    const reason = `${engine} failed: ${what}. POST {} to /sandbox/reset, or restart the sandbox, for a fresh chain.`
    life = { state: 'failed', reason, code }
    return new SandboxError(code, reason)
  }

  const start = (): Promise<NodeProcess> => {
    const abort = new AbortController()
    const done = launch(abort.signal).then(
      async (node) => {
        if (abort.signal.aborted) {
          await node.kill()
          throw stopped()
        }
        life = { state: 'running', node }
        void node.ended.then((sentence) => {
          if (life.state === 'running' && life.node === node) fail('ENGINE_DOWN', sentence)
        })
        return node
      },
      (error: unknown) => {
        if (abort.signal.aborted) throw stopped()
        throw fail(isSandboxError(error) ? error.code : 'ENGINE_START_FAILED', messageOf(error))
      },
    )
    life = { state: 'starting', abort, done }
    return done
  }

  const running = async (): Promise<NodeProcess> => {
    if (life.state === 'running') return life.node
    if (life.state === 'starting') return life.done
    if (life.state === 'idle') return start()
    if (life.state === 'off' || life.state === 'failed') throw new SandboxError(life.code, life.reason)
    throw stopped()
  }

  const halt = async (next: 'idle' | 'stopped'): Promise<void> => {
    const before = life
    if (before.state === 'off') return
    life = { state: next }
    if (before.state === 'running') await before.node.kill()
    if (before.state !== 'starting') return
    before.abort.abort()
    await Promise.allSettled([before.done])
  }

  const request = async (body: string, abortSignal?: AbortSignal): Promise<string> => {
    const { url } = await running()
    const signals = [AbortSignal.timeout(requestTimeoutMs), ...(abortSignal ? [abortSignal] : [])]
    try {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.any(signals) })
      return await response.text()
    } catch (error) {
      const status = toStatus(life)
      const reason = 'reason' in status ? status.reason : `${engine} did not answer (${messageOf(error)}).`
      throw new SandboxError('ENGINE_DOWN', reason, { cause: error })
    }
  }

  return {
    status: () => toStatus(life),
    running,
    request,
    async call(method, params) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const reply = v.parse(resultSchema, JSON.parse(await request(body)))
      if (reply.error) throw new SandboxError('ENGINE_DOWN', `${engine} refused ${method}: ${reply.error.message}`)
      return reply.result
    },
    async reset() {
      if (life.state === 'stopped') throw stopped()
      await halt('idle')
      await running()
    },
    stop: () => halt('stopped'),
  }
}

function toStatus(life: Life): EngineStatus {
  if (life.state === 'running') return { state: 'running', processId: life.node.processId }
  if (life.state === 'off' || life.state === 'failed') return { state: life.state, reason: life.reason }
  return { state: life.state }
}
