import { type RpcSource, rpcError, type SupportedChains } from '@wallet-modal/gateway/server'
import { type Engine, isServing } from '../engines/engine.js'
import { engineOf } from '../engines/engine-lookup.js'
import { isSandboxError } from '../errors.js'

/** JSON-RPC over HTTP to the engines. */
export const rpcSource = (engines: readonly Engine[]): RpcSource => ({
  chains: () => servedChains(engines).http,
  async request(caipNetworkId, body, abortSignal) {
    const engine = engineOf(engines, caipNetworkId)
    try {
      return await engine.request(body, abortSignal)
    } catch (error) {
      if (!isSandboxError(error)) throw error
      // clients would retry after an HTTP error status, but a retry does not help while the engine is down
      return errorReplies(body, error.message)
    }
  },
})

/** Chains whose engines can answer requests, now or after they have started. */
export function servedChains(engines: readonly Engine[]): SupportedChains {
  const serving = engines.filter(isServing)
  const idsOf = (list: readonly Engine[]): readonly string[] => list.map(({ network }) => network.caipNetworkId)
  return { http: idsOf(serving), ws: idsOf(serving.filter(({ socketUrl }) => socketUrl)) }
}

/** Reply in which every call of a JSON-RPC body fails with `message`. Empty if the body contains notifications only. */
function errorReplies(body: string, message: string): string {
  const parsed: unknown = JSON.parse(body)
  const calls: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  const replies = calls.flatMap((call) => {
    const { id = null, method }: { readonly id?: unknown; readonly method?: unknown } = Object(call)
    const isNotification = method !== undefined && !Object.hasOwn(Object(call), 'id')
    return isNotification ? [] : [{ ...rpcError(-32002, message), id }]
  })
  if (replies.length === 0) return ''
  return JSON.stringify(Array.isArray(parsed) ? replies : replies[0])
}
