import { invalid } from '@wallet-modal/gateway/server'
import type { Engine } from '../engines/engine.js'
import { isServing } from '../engines/engine.js'

/** Engine whose CAIP-2 id is exactly `caipNetworkId`. Throws `INVALID_REQUEST` with the ids of the served chains. */
export function engineOf(engines: readonly Engine[], caipNetworkId: string): Engine {
  const engine = engines.find(({ network }) => network.caipNetworkId === caipNetworkId)
  if (engine) return engine
  const served = engines.filter(isServing).map(({ network }) => network.caipNetworkId)
  throw invalid(
    `The sandbox does not serve the chain "${caipNetworkId.slice(0, 64)}". It serves ${served.join(' and ') || 'none'}.`,
  )
}
