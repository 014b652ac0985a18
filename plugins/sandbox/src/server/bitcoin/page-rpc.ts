import * as v from 'valibot'
import type { NodeClient } from './node-client.js'

/** RPC methods that pages may call: chain and mempool queries, PSBT functions that need no keys, and broadcasting. */
const allowedMethods: ReadonlySet<string> = new Set([
  ...['getblockchaininfo', 'getblockcount', 'getbestblockhash', 'getblockhash', 'getblockheader', 'getblock'],
  ...['getnetworkinfo', 'getmempoolinfo', 'getrawmempool', 'getmempoolentry', 'estimatesmartfee'],
  ...['getmempoolancestors', 'getmempooldescendants', 'gettxspendingprevout', 'getblockstats', 'getindexinfo'],
  ...['getrawtransaction', 'decoderawtransaction', 'decodescript', 'gettxout', 'gettxoutproof', 'validateaddress'],
  ...['scantxoutset', 'scanblocks', 'getdescriptorinfo'],
  ...['createpsbt', 'utxoupdatepsbt', 'decodepsbt', 'analyzepsbt', 'finalizepsbt', 'combinepsbt'],
  ...['testmempoolaccept', 'sendrawtransaction'],
])

/** Methods that scan the chain. */
const scanMethods: ReadonlySet<string> = new Set(['scantxoutset', 'scanblocks'])

const callSchema = v.object({
  method: v.string(),
  params: v.optional(v.unknown()),
  id: v.optional(v.union([v.string(), v.number(), v.null()])),
})
type Call = v.InferOutput<typeof callSchema>

interface PageRpcOptions {
  /** Runs scans one after the other: a node rejects a scan while another one is running. */
  readonly queueScan: <T>(scan: () => Promise<T>) => Promise<T>
  /** Called after a transaction was accepted. */
  readonly onSent: () => void
}

/** Answers JSON-RPC calls of pages with the node's original reply text. */
export function createPageRpc(
  node: NodeClient,
  { queueScan, onSent }: PageRpcOptions,
): (body: string, abortSignal?: AbortSignal) => Promise<string> {
  const forward = async (call: Call, abortSignal?: AbortSignal): Promise<string> => {
    const { method, params = [], id } = call
    const text = JSON.stringify({ jsonrpc: '2.0', ...(id !== undefined && { id }), method, params })
    if (scanMethods.has(method)) return queueScan(() => node.send(text, abortSignal))
    const reply = await node.send(text, abortSignal)
    if (method === 'sendrawtransaction' && !isError(reply)) onSent()
    return reply
  }
  const answerOne = async (message: unknown, abortSignal?: AbortSignal): Promise<string> => {
    const parsed = v.safeParse(callSchema, message)
    if (!parsed.success) return refusal(null, -32600, 'Invalid request: not a JSON-RPC call.')
    const { method, params, id } = parsed.output
    const reason = refusalReason(method, params)
    if (reason === undefined) return (await forward(parsed.output, abortSignal)).trim()
    return id === undefined ? '' : refusal(id, ...reason)
  }
  return async (body, abortSignal) => {
    const message: unknown = JSON.parse(body)
    if (!Array.isArray(message)) return answerOne(message, abortSignal)
    const replies = await Promise.all(message.map((one: unknown) => answerOne(one, abortSignal)))
    const nonEmptyReplies = replies.filter((reply) => reply !== '')
    return nonEmptyReplies.length === 0 ? '' : `[${nonEmptyReplies.join(',')}]`
  }
}

/** Reason for refusing a page's call; `undefined` if it is allowed. */
function refusalReason(method: string, params: unknown): readonly [number, string] | undefined {
  if (!allowedMethods.has(method))
    return [-32601, `The sandbox does not forward "${method.slice(0, 64)}" to its Bitcoin node.`]
  // the actions `status` and `abort` would apply to the running scan, which may be that of another page
  if (scanMethods.has(method) && (!Array.isArray(params) || params[0] !== 'start'))
    return [-32602, `The sandbox forwards ${method} with "start" only.`]
  return undefined
}

const errorSchema = v.object({ error: v.object({ code: v.number() }) })
const isError = (reply: string): boolean => reply !== '' && v.safeParse(errorSchema, JSON.parse(reply)).success

const refusal = (id: Call['id'], code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } })
