import { exactJson } from '@wallet-modal/gateway/server'
import * as v from 'valibot'
import { messageOf } from '../../errors.js'
import { accountMethods } from './account-methods.js'
import { RpcFault } from './fault.js'
import { inContext, type Methods, parseParam, type SolanaNode } from './method.js'
import { transactionMethods } from './transaction-methods.js'

/** JSON-RPC of a Solana node: the methods that wallets and pages use for balances, transfers and status. */
export function createSolanaRpc({
  genesisHash,
  ...node
}: SolanaNode & { readonly genesisHash: string }): (body: string) => string {
  const methods = { ...clusterMethods(node, genesisHash), ...accountMethods(node), ...transactionMethods(node) }
  return (body) => {
    const message: unknown = JSON.parse(body)
    if (!Array.isArray(message)) {
      const reply = answer(methods, message)
      return reply ? exactJson(reply) : ''
    }
    const replies = message.flatMap((call) => answer(methods, call) ?? [])
    return replies.length > 0 ? exactJson(replies) : ''
  }
}

const clusterMethods = ({ chain }: SolanaNode, genesisHash: string): Methods => ({
  getHealth: () => 'ok',
  getGenesisHash: () => genesisHash,
  getSlot: () => chain.slot(),
  getBlockHeight: () => chain.slot(),
  getEpochInfo: () => ({ epoch: chain.epoch(), absoluteSlot: chain.slot(), blockHeight: chain.slot() }),
  getLatestBlockhash: () => inContext(chain, chain.latestBlockhash()),
  isBlockhashValid: ([hash]) => inContext(chain, chain.isBlockhashValid(parseParam(v.string(), hash, 'blockhash'))),
})

/** Response to one call; `undefined` for a notification. */
function answer(methods: Methods, call: unknown): object | undefined {
  const { id = null, method, params = [] }: { id?: unknown; method?: unknown; params?: unknown } = Object(call)
  const isNotification = !Object.hasOwn(Object(call), 'id')
  try {
    if (typeof method !== 'string' || !Array.isArray(params)) throw new RpcFault(-32600, 'Invalid request')
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!run) throw new RpcFault(-32601, `The sandbox's Solana chain has no method "${method.slice(0, 64)}".`)
    const result = run(params)
    return isNotification ? undefined : { jsonrpc: '2.0', id, result }
  } catch (error) {
    if (isNotification && typeof method === 'string') return undefined
    const { code = -32603, data } = error instanceof RpcFault ? error : {}
    return { jsonrpc: '2.0', id, error: { code, message: messageOf(error), ...(data === undefined ? {} : { data }) } }
  }
}
