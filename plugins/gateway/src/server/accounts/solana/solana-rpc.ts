import * as v from 'valibot'
import { parseRequest, RequestError } from '../../http.js'
import type { SolanaAccountChain } from '../account-sources.js'
import { callNode } from '../rpc.js'

/** RPC methods that the embedded wallet's frame may call. */
const methods: ReadonlySet<string> = new Set([
  'getFeeForMessage',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getSignatureStatuses',
  'sendTransaction',
  'simulateTransaction',
])

const request = v.object({
  caipNetworkId: v.pipe(v.string(), v.maxLength(64)),
  method: v.pipe(v.string(), v.maxLength(64)),
  params: v.array(v.unknown()),
})

/**
 * Forwards one call to a node. Rejects with `NOT_ALLOWED` for methods not in {@link methods}, `NOT_FOUND` for unknown networks, and like `callNode`
 * if the call fails.
 */
export async function callSolana(chains: readonly SolanaAccountChain[], body: unknown): Promise<unknown> {
  const { caipNetworkId, method, params } = parseRequest(request, body)
  if (!methods.has(method)) throw new RequestError('NOT_ALLOWED', 'Requested RPC call is not allowed')
  const chain = chains.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  if (!chain) throw new RequestError('NOT_FOUND', 'The gateway does not serve this chain.')
  return callNode(chain, method, params)
}
