import * as v from 'valibot'
import { invalid, parseRequest, RequestError } from '../http.js'
import { readReplyText } from '../reply-text.js'
import type { RpcSource } from '../rpc.js'
import type { SourceOptions } from './service.js'

const TIMEOUT_MS = 20_000
const MAX_REPLY_BYTES = 20_000_000

/** Whether a method writes. A body with such a call is sent once, to the first node only. */
const isWrite = (method: string): boolean => /send|submit|broadcast/i.test(method)
/** Methods that control, debug or trace a node, sign with its keys, or allocate state on it. */
const forbiddenPrefix =
  /^(?:admin|anvil|clique|debug|dev|engine|erigon|evm|hardhat|miner|ots|parity|personal|tenderly|trace|txpool)_/
const forbiddenEthMethod =
  /^eth_(?:accounts|coinbase|getWork|hashrate|mining|new\w*|resend|sendTransaction|sign\w*|submit\w*|subscribe|uninstallFilter|unsubscribe)$/
const isForbidden = (method: string): boolean => forbiddenPrefix.test(method) || forbiddenEthMethod.test(method)
/** Maximum number of calls in a batch. */
const MAX_CALLS = 100
/** Maximum length of a body whose integers above 2^53 keep their digits: comparing each of its values takes up to 0.3 s per MB. */
const MAX_EXACT_LENGTH = 256 * 1024

/**
 * Source that forwards JSON-RPC over HTTP to nodes. `nodes`: URLs by CAIP-2 id. Requests go to the first node of a chain. If it does not respond,
 * reads go to the next one; writes fail. Refuses methods that are not meant for the public (`NOT_ALLOWED`), notifications, deeply nested parameters,
 * and batches of more than {@link MAX_CALLS} calls (`INVALID_REQUEST`). Rejects with `UNANSWERED` if the caller aborts, without calling `onFault`.
 */
export function jsonRpcSource(
  nodes: Readonly<Record<string, readonly string[]>>,
  { fetch = globalThis.fetch, onFault }: SourceOptions = {},
): RpcSource {
  const chains = Object.keys(nodes)
  const send = async (url: string, body: string, abortSignal: AbortSignal): Promise<string> => {
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(TIMEOUT_MS)])
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'error' })
    const text = await readReplyText(reply, MAX_REPLY_BYTES)
    // some nodes send JSON-RPC errors with an HTTP error status
    if (!reply.ok && !isJsonRpc(text)) throw new Error(`The node answered with HTTP status ${reply.status}.`)
    return text
  }
  return {
    chains: () => chains,
    async request(caipNetworkId, body, abortSignal) {
      const urls = Object.hasOwn(nodes, caipNetworkId) ? (nodes[caipNetworkId] ?? []) : []
      if (urls.length === 0)
        throw invalid(
          `The gateway has no node for "${caipNetworkId.slice(0, 64)}". It has ${chains.join(', ') || 'none'}.`,
        )
      const { calls, text } = parseBody(body)
      const methods = calls.map(({ method }) => method)
      const forbidden = methods.find(isForbidden)
      if (forbidden !== undefined)
        throw new RequestError('NOT_ALLOWED', `The gateway does not forward the method "${forbidden}".`)
      for (const url of methods.some(isWrite) ? urls.slice(0, 1) : urls) {
        try {
          return await send(url, text, abortSignal)
        } catch (error) {
          if (abortSignal.aborted) throw new RequestError('UNANSWERED', 'The request was aborted.', { cause: error })
          onFault?.(new Error(`A node of ${caipNetworkId} does not answer.`, { cause: error }))
        }
      }
      throw new RequestError('SOURCE_FAILED', `No node of ${caipNetworkId} responds.`)
    },
  }
}

const callSchema = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.union([v.string(), v.number(), v.null()]),
  method: v.pipe(v.string(), v.maxLength(64)),
  params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
})
const batchSchema = v.pipe(v.array(callSchema), v.minLength(1), v.maxLength(MAX_CALLS))

/**
 * Parses the calls of a body. `text` is the text to forward, without members that JSON-RPC does not define and without duplicate members: some nodes
 * read `Method` as `method`, or the first of two members. It is the body itself if nothing is to be removed and the body may contain an integer above
 * 2^53, which then keeps its digits. In a body of more than {@link MAX_EXACT_LENGTH} characters, such integers are rounded.
 */
function parseBody(body: string) {
  const message: unknown = JSON.parse(body)
  const calls = Array.isArray(message) ? parseRequest(batchSchema, message) : [parseRequest(callSchema, message)]
  try {
    if (hasLongNumber(body) && isComplete(message) && normalize(body) === JSON.stringify(message))
      return { calls, text: body }
    return { calls, text: JSON.stringify(Array.isArray(message) ? calls : calls[0]) }
  } catch (error) {
    if (error instanceof RangeError) throw invalid('The parameters are nested too deeply.') // the call stack of JSON.stringify is full
    throw error
  }
}

/** Whether a body of at most {@link MAX_EXACT_LENGTH} characters may contain an integer above 2^53, which has 16 or more digits. */
const hasLongNumber = (body: string): boolean => body.length <= MAX_EXACT_LENGTH && /\d{16}/.test(body)

/** Whether the calls have only members that JSON-RPC defines. */
const isComplete = (message: unknown): boolean =>
  [message]
    .flat()
    .flatMap((call) => Object.keys(Object(call)))
    .every((name) => Object.hasOwn(callSchema.entries, name))

/** JSON text as `JSON.stringify` writes it, but with all members and in their order. */
const normalize = (json: string): string =>
  json.replace(/\s+|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.trim() === '' ? '' : JSON.stringify(JSON.parse(token)),
  )

function isJsonRpc(text: string): boolean {
  try {
    const [reply]: readonly unknown[] = [JSON.parse(text)].flat()
    return Object(reply).jsonrpc === '2.0'
  } catch {
    return false
  }
}
