import { Hono } from 'hono'

/** CAIP-2 ids of the served chains. */
export interface SupportedChains {
  readonly http: readonly string[]
  /** Chains with WebSocket nodes. */
  readonly ws: readonly string[]
}

/** The Blockchain API's route `supported-chains`: pages request balances and history only for chains in `http`. */
export function supportedChainsRoutes(chains: () => SupportedChains): Hono {
  const routes = new Hono()
  routes.get('/v1/supported-chains', (c) => c.json(chains()))
  return routes
}
