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
      return JSON.stringify(rpcError(-32002, error.message))
    }
  },
})

/** Chains whose engines can answer requests, now or after they have started. */
export function servedChains(engines: readonly Engine[]): SupportedChains {
  const serving = engines.filter(isServing)
  const idsOf = (list: readonly Engine[]): readonly string[] => list.map(({ network }) => network.caipNetworkId)
  return { http: idsOf(serving), ws: idsOf(serving.filter(({ socketUrl }) => socketUrl)) }
}
