import * as v from 'valibot'
import type { Engine, EngineStatus, LocalNetwork } from '../engine.js'
import { isSandboxError, messageOf, SandboxError, type SandboxErrorCode } from '../errors.js'
import type { Reaper } from '../reaper.js'
import { type AnvilProcess, startAnvil } from './anvilProcess.js'
import { developmentAccounts } from './developmentAccounts.js'

export interface EvmEngineOptions {
  readonly network: LocalNetwork
  /** The node's executable, or the sentence that says why there is none: the engine is then off. */
  readonly binary: string | { readonly off: string }
  readonly reaper: Reaper
  /** Default 15 s. */
  readonly startTimeoutMs?: number
}

type Life =
  | { readonly state: 'idle' | 'stopped' }
  | { readonly state: 'off' | 'failed'; readonly reason: string; readonly code: SandboxErrorCode }
  | { readonly state: 'starting'; readonly abort: AbortController; readonly done: Promise<AnvilProcess> }
  | { readonly state: 'running'; readonly node: AnvilProcess }

const requestTimeoutMs = 60_000
const resultSchema = v.object({ result: v.optional(v.unknown()), error: v.optional(v.object({ message: v.string() })) })
const quantitySchema = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]+$/i),
  v.transform((text) => BigInt(text)),
)

/** One EVM chain on a node of its own. The node starts at the first use, once; after a failure only `reset()` tries again. */
export function createEvmEngine(options: EvmEngineOptions): Engine {
  const { network, binary, reaper, startTimeoutMs = 15_000 } = options
  const { caipNetworkId } = network
  let life: Life =
    typeof binary === 'string' ? { state: 'idle' } : { state: 'off', reason: binary.off, code: 'ENGINE_OFF' }

  const fail = (code: SandboxErrorCode, what: string): SandboxError => {
    const reason = `The EVM engine of ${caipNetworkId} failed: ${what}. POST {} to /sandbox/reset, or restart the sandbox, for a fresh chain.`
    life = { state: 'failed', reason, code }
    return new SandboxError(code, reason)
  }

  const launch = (file: string): Promise<AnvilProcess> => {
    const abort = new AbortController()
    const chainId = Number(network.reference)
    const done = startAnvil({
      binary: file,
      chainId,
      reaper,
      timeoutMs: startTimeoutMs,
      abortSignal: abort.signal,
    }).then(
      async (node) => {
        if (abort.signal.aborted) {
          await node.kill()
          throw stoppedError(caipNetworkId)
        }
        life = { state: 'running', node }
        void node.ended.then((sentence) => {
          if (life.state === 'running' && life.node === node) fail('ENGINE_DOWN', sentence)
        })
        return node
      },
      (error: unknown) => {
        if (abort.signal.aborted) throw stoppedError(caipNetworkId)
        throw fail(isSandboxError(error) ? error.code : 'ENGINE_START_FAILED', messageOf(error))
      },
    )
    life = { state: 'starting', abort, done }
    return done
  }

  const running = async (): Promise<AnvilProcess> => {
    if (life.state === 'running') return life.node
    if (life.state === 'starting') return life.done
    if (life.state === 'idle' && typeof binary === 'string') return launch(binary)
    if (life.state === 'off' || life.state === 'failed') throw new SandboxError(life.code, life.reason)
    throw stoppedError(caipNetworkId)
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
      const reason =
        'reason' in status ? status.reason : `The EVM engine of ${caipNetworkId} did not answer (${messageOf(error)}).`
      throw new SandboxError('ENGINE_DOWN', reason, { cause: error })
    }
  }

  const call = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const reply = v.parse(
      resultSchema,
      JSON.parse(await request(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))),
    )
    if (reply.error)
      throw new SandboxError(
        'ENGINE_DOWN',
        `The EVM engine of ${caipNetworkId} refused ${method}: ${reply.error.message}`,
      )
    return reply.result
  }

  return {
    namespace: network.namespace,
    network,
    accounts: developmentAccounts,
    status: () => toStatus(life),
    start: async () => void (await running()),
    request,
    toAddress: (text) => (/^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : undefined),
    nativeBalance: async (address) => v.parse(quantitySchema, await call('eth_getBalance', [address, 'latest'])),
    setNativeBalance: async (address, amountBase) =>
      void (await call('anvil_setBalance', [address, `0x${amountBase.toString(16)}`])),
    reset: async () => {
      if (life.state === 'stopped') throw stoppedError(caipNetworkId)
      await halt('idle')
      await running()
    },
    stop: () => halt('stopped'),
  }
}

const stoppedError = (caipNetworkId: string): SandboxError =>
  new SandboxError('ENGINE_DOWN', `The EVM engine of ${caipNetworkId} was stopped.`)

function toStatus(life: Life): EngineStatus {
  if (life.state === 'running') return { state: 'running', processId: life.node.processId }
  if (life.state === 'off' || life.state === 'failed') return { state: life.state, reason: life.reason }
  return { state: life.state }
}
