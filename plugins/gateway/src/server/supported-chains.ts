import { Hono } from 'hono'

/** CAIP-2 ids of chains that a gateway answers for. */
export interface SupportedChains {
  readonly http: readonly string[]
  /** Those whose nodes are reached over WebSocket. */
  readonly ws: readonly string[]
}

/** The Blockchain API's route `supported-chains`: pages ask for balances and history of the chains in `http` only. */
export function supportedChainsRoutes(chains: () => SupportedChains): Hono {
  const routes = new Hono()
  routes.get('/v1/supported-chains', (c) => c.json(chains()))
  return routes
}
