import * as v from 'valibot'
import { messageOf, SandboxError } from '../errors.js'
import type { Lifecycle } from './lifecycle.js'
import type { NodeProcess } from './node-process.js'

/** JSON-RPC over HTTP to a node in another process. The first request starts the node. */
export interface NodeRpc {
  /** Posts a body and resolves with the text of the reply. Rejects with `ENGINE_*`. */
  request(body: string, abortSignal?: AbortSignal): Promise<string>
  /** Sends one call and resolves with its result. Rejects with `ENGINE_*`. */
  call(method: string, params: readonly unknown[]): Promise<unknown>
  /**
   * Sends several calls as one batch. Resolves with the results in the order of the calls, `undefined` for each failed call. Rejects with `ENGINE_*` if
   * there is no reply.
   */
  callAll(calls: readonly RpcCall[]): Promise<readonly unknown[]>
}

export type RpcCall = readonly [method: string, params: readonly unknown[]]

const requestTimeoutMs = 60_000
const resultSchema = v.object({ result: v.optional(v.unknown()), error: v.optional(v.object({ message: v.string() })) })

const repliesSchema = v.array(v.object({ id: v.number(), result: v.optional(v.unknown()) }))

/** `subject` names the engine in messages, such as `The EVM engine of eip155:31337`. */
export function createNodeRpc(subject: string, lifecycle: Lifecycle<NodeProcess>): NodeRpc {
  const request = async (body: string, abortSignal?: AbortSignal): Promise<string> => {
    const { url } = await lifecycle.node()
    const signals = [AbortSignal.timeout(requestTimeoutMs), ...(abortSignal ? [abortSignal] : [])]
    try {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.any(signals) })
      return await response.text()
    } catch (error) {
      const status = lifecycle.status()
      const reason = 'reason' in status ? status.reason : `${subject} did not answer (${messageOf(error)}).`
      throw new SandboxError('ENGINE_DOWN', reason, { cause: error })
    }
  }
  return {
    request,
    async call(method, params) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const reply = v.parse(resultSchema, JSON.parse(await request(body)))
      if (reply.error) throw new SandboxError('ENGINE_DOWN', `${subject} refused ${method}: ${reply.error.message}`)
      return reply.result
    },
    async callAll(calls) {
      if (calls.length === 0) return []
      const body = calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))
      const replies = v.parse(repliesSchema, JSON.parse(await request(JSON.stringify(body))))
      const results = new Map(replies.map(({ id, result }) => [id, result]))
      return calls.map((_, id) => results.get(id))
    },
  }
}
