import type { Network, RpcApi } from '@wallet-modal/kernel'
import * as v from 'valibot'
import type { WalletContext } from '../wallet/family.js'

const replySchema = v.object({
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ code: v.number(), message: v.string() })),
})

/** Network access of a scripted wallet: JSON-RPC at the first RPC URL of each network, without retries. `on` does nothing. */
export function createChainAccess(networks: readonly Network[]): WalletContext {
  return { api: { rpc: (caipNetworkId) => rpcOf(networks, caipNetworkId) }, on: () => undefined }
}

function rpcOf(networks: readonly Network[], caipNetworkId: string): RpcApi {
  const url = networks.find((one) => one.caipNetworkId === caipNetworkId)?.rpcUrls[0]
  const call: RpcApi['read'] = async (method, params, { schema }) => {
    if (url === undefined) throw failed(-32603, `The wallet has no RPC URL for ${caipNetworkId}.`)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = v.parse(replySchema, await response.json())
    if (error) throw failed(error.code, error.message)
    const checked = await schema['~standard'].validate(result)
    if (checked.issues) throw failed(-32603, `${method}: ${checked.issues[0]?.message ?? 'unexpected result'}`)
    return checked.value
  }
  return { read: call, write: call }
}

const failed = (code: number, message: string): Error => Object.assign(new Error(message), { code })
