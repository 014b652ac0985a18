import { invalid, RequestError } from '../http.js'
import type { RpcSource } from '../rpc.js'
import type { SourceOptions } from './service.js'

const TIMEOUT_MS = 20_000
const MAX_REPLY_BYTES = 20_000_000

/** Methods that write: they are sent once, to the first node. */
const isWrite = (method: string): boolean => /send|submit|broadcast/i.test(method)
/** Methods that steer a node or sign with its own keys. */
const isForbidden = (method: string): boolean =>
  /^(?:admin|anvil|clique|debug|dev|engine|evm|hardhat|miner|parity|personal)_|^eth_(?:sendTransaction|sign(?:Transaction|TypedData.*)?)$/.test(
    method,
  )

/** Nodes by CAIP-2 id: URLs for JSON-RPC over HTTP, of which the first is asked, and for reads the next where it does not answer. */
export function jsonRpcSource(
  nodes: Readonly<Record<string, readonly string[]>>,
  { fetch = globalThis.fetch, onFault }: SourceOptions = {},
): RpcSource {
  const chains = Object.keys(nodes)
  const ask = async (url: string, body: string, abortSignal: AbortSignal): Promise<string> => {
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(TIMEOUT_MS)])
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'error' })
    const text = await reply.text()
    if (text.length > MAX_REPLY_BYTES) throw new Error('The node’s reply is too long.')
    // some nodes answer errors of JSON-RPC with an HTTP status of their own
    if (!reply.ok && !isJsonRpc(text)) throw new Error(`The node answered with HTTP status ${reply.status}.`)
    return text
  }
  return {
    chains: () => chains,
    async request(caipNetworkId, body, abortSignal) {
      const urls = Object.hasOwn(nodes, caipNetworkId) ? (nodes[caipNetworkId] ?? []) : []
      if (urls.length === 0)
        throw invalid(
          `The gateway has no node of "${caipNetworkId.slice(0, 64)}". It has ${chains.join(', ') || 'none'}.`,
        )
      const methods = methodsOf(body)
      const forbidden = methods.find(isForbidden)
      if (forbidden !== undefined) throw new RequestError('NOT_ALLOWED', `The gateway does not pass "${forbidden}" on.`)
      for (const url of methods.some(isWrite) ? urls.slice(0, 1) : urls) {
        try {
          return await ask(url, body, abortSignal)
        } catch (error) {
          abortSignal.throwIfAborted()
          onFault?.(new Error(`A node of ${caipNetworkId} does not answer.`, { cause: error }))
        }
      }
      throw new RequestError('SOURCE_FAILED', `No node of ${caipNetworkId} answers.`)
    },
  }
}

function methodsOf(body: string): readonly string[] {
  const message: unknown = JSON.parse(body)
  return [message].flat().map((call) => String(Object(call).method))
}

function isJsonRpc(text: string): boolean {
  try {
    const [reply]: readonly unknown[] = [JSON.parse(text)].flat()
    return Object(reply).jsonrpc === '2.0'
  } catch {
    return false
  }
}
