import * as v from 'valibot'
import type { AccountChain } from '../accounts/account-sources.js'
import { readReplyText } from '../reply-text.js'
import type { ChainConfig } from './config.js'

const TIMEOUT_MS = 10_000
const MAX_REPLY_BYTES = 5_000_000
const reply = v.object({
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ code: v.number(), message: v.string() })),
})

/** Chain whose node is called by JSON-RPC over HTTP. */
export function jsonRpcChain({ rpcUrl, ...chain }: ChainConfig): AccountChain {
  return { ...chain, request: jsonRpc(rpcUrl) }
}

/** Returns a function that calls a node by JSON-RPC over HTTP. Errors of the node are thrown with their `code`. */
export function jsonRpc(rpcUrl: string): AccountChain['request'] {
  return async (method, params) => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new Error('The node does not answer.', { cause })
    })
    const body = await readReplyText(response, MAX_REPLY_BYTES)
      .then((text): unknown => JSON.parse(text))
      .catch(() => undefined)
    const parsed = v.safeParse(reply, body)
    if (!parsed.success) throw new Error(`The node returned status ${response.status} without a JSON-RPC reply.`)
    const { error } = parsed.output
    if (error) throw Object.assign(new Error(error.message), { code: error.code })
    return parsed.output.result
  }
}
