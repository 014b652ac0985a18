import * as v from 'valibot'
import { invalid, parseRequest, RequestError } from '../http.js'
import { readReplyText } from '../reply-text.js'
import type { RpcSource } from '../rpc.js'
import type { SourceOptions } from './service.js'

const TIMEOUT_MS = 20_000
const MAX_REPLY_BYTES = 20_000_000

/** Whether a method is a write, such as sending a transaction. A body that contains a write is sent once, to the first node only. */
const isWrite = (method: string): boolean => /send|submit|broadcast/i.test(method)
/** Prefixes of methods that control, debug or trace a node, sign with its keys, or allocate state on it. */
const forbiddenPrefix = new RegExp(
  `^(?:${[
    ...['admin', 'anvil', 'arbdebug', 'arbtrace', 'clique', 'debug', 'dev', 'engine', 'erigon', 'evm', 'ganache'],
    ...['hardhat', 'ibft', 'istanbul', 'miner', 'offchain', 'ots', 'parity', 'perm', 'personal', 'plugins', 'qbft'],
    ...['raft', 'tenderly', 'trace', 'txpool'],
  ].join('|')})_`,
)
const forbiddenEthMethod =
  /^eth_(?:accounts|coinbase|getWork|hashrate|mining|new\w*|resend|sendTransaction|sign\w*|submit\w*|subscribe|uninstallFilter|unsubscribe)$/
/** Methods that Substrate nodes classify as unsafe. By default, a node allows them to callers on the same machine, which may be the gateway. */
const forbiddenSubstrateMethod =
  /^(?:author_(?:has|insert|remove|rotate)\w*|babe_epochAuthorship|state_(?:getPairs|queryStorage|traceBlock)|system_(?:add|dryRun|peers|remove|reset|unstable)\w*)$/
/** Methods that are forwarded to Bitcoin nodes. The other methods of Bitcoin Core can spend the node's coins, write files and stop the node. */
const bitcoinMethods: ReadonlySet<string> = new Set([
  ...['getblockchaininfo', 'getblockcount', 'getbestblockhash', 'getblockhash', 'getblockheader', 'getblock'],
  ...['getmempoolinfo', 'getrawmempool', 'getmempoolentry', 'getmempoolancestors', 'getmempooldescendants'],
  ...['estimatesmartfee', 'getrawtransaction', 'decoderawtransaction', 'decodescript', 'gettxout', 'gettxoutproof'],
  ...['gettxspendingprevout', 'getblockstats', 'getblockfilter', 'getindexinfo', 'getnetworkinfo', 'validateaddress'],
  ...['scantxoutset', 'scanblocks', 'testmempoolaccept', 'sendrawtransaction'],
])
const isForbidden = (caipNetworkId: string, method: string): boolean =>
  caipNetworkId.startsWith('bip122:')
    ? !bitcoinMethods.has(method)
    : [forbiddenPrefix, forbiddenEthMethod, forbiddenSubstrateMethod].some((pattern) => pattern.test(method))
/** Maximum number of calls in a batch. */
const MAX_CALLS = 100

/**
 * Source that forwards JSON-RPC over HTTP to nodes. `nodes`: URLs by CAIP-2 id. Requests go to the first node of a chain. If this node does not
 * respond, reads are sent to the next node; writes fail. Refuses methods that are not meant for the public (`NOT_ALLOWED`), notifications, deeply
 * nested parameters, and batches of more than {@link MAX_CALLS} calls (`INVALID_REQUEST`). If the caller aborts, rejects with `UNANSWERED` and does
 * not call `onFault`.
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
      const forbidden = methods.find((method) => isForbidden(caipNetworkId, method))
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

/** Parses the calls of a JSON-RPC body. */
function parseCalls(json: string) {
  const message: unknown = JSON.parse(json)
  return Array.isArray(message) ? parseRequest(batchSchema, message) : [parseRequest(callSchema, message)]
}

const toText = (calls: ReturnType<typeof parseCalls>, body: string): string =>
  JSON.stringify(/^\s*\[/.test(body) ? calls : calls[0])

/**
 * Parses the calls of a body. `text` is the body to forward. It contains only members that JSON-RPC defines, each once, because some nodes read
 * `Method` as `method`, or use the first of two members. Integers above 2^53 keep their digits.
 */
function parseBody(body: string) {
  try {
    const calls = parseCalls(body)
    if (!hasLongNumber(body)) return { calls, text: toText(calls, body) }
    const marker = crypto.randomUUID()
    const marked = parseCalls(markLongNumbers(body, marker))
    return { calls, text: toText(marked, body).replace(new RegExp(`"${marker}(-?\\d+)"`, 'g'), '$1') }
  } catch (error) {
    if (error instanceof RangeError) throw invalid('The parameters are nested too deeply.') // `JSON.stringify` exceeded the call stack
    throw error
  }
}

/** Whether a body may contain an integer above 2^53, which has 16 or more digits. */
const hasLongNumber = (body: string): boolean => /\d{16}/.test(body)

/** Integer of 16 or more digits, in JSON text outside of strings. */
const LONG_INTEGER = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/** Replaces each integer of 16 or more digits in valid JSON text by a string of `marker` and the digits. */
function markLongNumbers(json: string, marker: string): string {
  let isString = false
  const mark = (part: string): string => {
    if (isString) {
      isString = part.endsWith('\\') && /(?<!\\)\\(?:\\\\)*$/.test(part) // an escaped quotation mark does not end the string
      return part
    }
    isString = true
    return part.length < 16 ? part : part.replace(LONG_INTEGER, `"${marker}$&"`)
  }
  return json.split('"').map(mark).join('"')
}

function isJsonRpc(text: string): boolean {
  try {
    const [reply]: readonly unknown[] = [JSON.parse(text)].flat()
    return Object(reply).jsonrpc === '2.0'
  } catch {
    return false
  }
}
