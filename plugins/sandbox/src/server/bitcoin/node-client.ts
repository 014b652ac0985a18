import * as v from 'valibot'
import { messageOf, SandboxError } from '../errors.js'

/** JSON-RPC 2.0 client of one node. */
export interface NodeClient {
  /**
   * Sends a JSON-RPC call and resolves with the text of the reply, which is empty for a notification. Rejects with `ENGINE_DOWN` if there is no
   * reply.
   */
  send(body: string, abortSignal?: AbortSignal): Promise<string>
  /**
   * Sends a call and resolves with its result. Rejects with `ENGINE_DOWN` if there is no reply, or if the reply is an error, and with a `ValiError` if
   * the result does not match `schema`.
   */
  call<S extends v.GenericSchema>(schema: S, method: string, ...params: readonly unknown[]): Promise<v.InferOutput<S>>
}

const requestTimeoutMs = 60_000
const replySchema = v.object({ result: v.optional(v.unknown()), error: v.nullish(v.object({ message: v.string() })) })

/** @param cookie credentials that the node writes to its cookie file: `user:password` */
export function createNodeClient(url: string, cookie: string): NodeClient {
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(cookie).toString('base64')}`,
  }
  const send = async (body: string, abortSignal?: AbortSignal): Promise<string> => {
    const signals = [AbortSignal.timeout(requestTimeoutMs), ...(abortSignal ? [abortSignal] : [])]
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.any(signals) })
      if (response.status === 401) throw new Error('another node answers on its port')
      // the body of this reply is plain text, not JSON
      if (response.status === 503) throw new Error('its work queue is full')
      return await response.text()
    } catch (error) {
      throw new SandboxError('ENGINE_DOWN', `The Bitcoin node did not answer: ${messageOf(error)}.`, { cause: error })
    }
  }
  return {
    send,
    async call(schema, method, ...params) {
      const text = await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
      const { error, result } = v.parse(replySchema, JSON.parse(text))
      if (error) throw new SandboxError('ENGINE_DOWN', `The Bitcoin node refused ${method}: ${error.message}.`)
      return v.parse(schema, result)
    },
  }
}
