import * as v from 'valibot'
import { parseRequest, RequestError } from '../http.js'
import type { AccountChain } from './account-sources.js'

/** RPC methods that the embedded wallet's frame may call: reads, and broadcasting signed transactions. */
export const chainMethods: ReadonlySet<string> = new Set([
  ...['eth_blockNumber', 'eth_call', 'eth_estimateGas', 'eth_feeHistory', 'eth_gasPrice', 'eth_getBalance'],
  ...['eth_getBlockByHash', 'eth_getBlockByNumber', 'eth_getBlockReceipts', 'eth_getBlockTransactionCountByHash'],
  ...['eth_getBlockTransactionCountByNumber', 'eth_getCode', 'eth_getLogs', 'eth_getProof', 'eth_getStorageAt'],
  ...['eth_getTransactionByBlockHashAndIndex', 'eth_getTransactionByBlockNumberAndIndex', 'eth_getTransactionByHash'],
  ...['eth_getTransactionCount', 'eth_getTransactionReceipt', 'eth_getUncleCountByBlockHash', 'eth_syncing'],
  ...['eth_getUncleCountByBlockNumber', 'eth_maxPriorityFeePerGas', 'eth_sendRawTransaction'],
])

const request = v.object({
  chainId: v.number(),
  method: v.pipe(v.string(), v.maxLength(64)),
  params: v.array(v.unknown()),
})

/**
 * Forwards one call to a node. Rejects with `NOT_ALLOWED` for methods not in {@link chainMethods}, `NOT_FOUND` for unknown chains, and like
 * `callNode` if the call fails.
 */
export async function callChain(chains: readonly AccountChain[], body: unknown): Promise<unknown> {
  const { chainId, method, params } = parseRequest(request, body)
  if (!chainMethods.has(method)) throw new RequestError('NOT_ALLOWED', 'Requested RPC call is not allowed')
  const chain = chains.find((candidate) => candidate.chainId === chainId)
  if (!chain) throw new RequestError('NOT_FOUND', 'The gateway does not serve this chain.')
  return callNode(chain, method, params)
}

/** Calls a node. Rejects with `SOURCE_FAILED` and the node's error message, or with `UNANSWERED` if the node does not respond. */
export async function callNode(
  node: Pick<AccountChain, 'name' | 'request'>,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return await node.request(method, params)
  } catch (cause) {
    // only an error reported by the node is forwarded: other messages could contain the node's URL
    const isNodeError = cause instanceof Error && 'code' in cause && typeof cause.code === 'number'
    if (isNodeError) throw new RequestError('SOURCE_FAILED', cause.message, { cause })
    const failed = new Error(`The call ${method} to the node of ${node.name} failed.`, { cause })
    throw new RequestError('UNANSWERED', 'The node does not answer.', { cause: failed, reason: 'NODE_SILENT' })
  }
}
