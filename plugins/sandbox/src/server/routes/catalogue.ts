import { Hono } from 'hono'
import { parseQuery, select } from '../catalogue/query.js'
import type { CatalogueWallet } from '../catalogue/wallet.js'
import type { Engine } from '../engine.js'

/** `GET /getWallets`: a page of the catalogue with the number of all matches. */
export function catalogueRoutes(wallets: readonly CatalogueWallet[], engines: readonly Engine[]): Hono {
  const records = wallets.map((wallet) => withLocalNetworks(wallet, engines))
  const routes = new Hono()
  routes.get('/getWallets', (c) => c.json(select(records, parseQuery(c.req.query()))))
  return routes
}

// A wallet whose owner can add networks by hand can use the local ones too.
function withLocalNetworks(
  { addsNetworks, color: _, mark: __, ...record }: CatalogueWallet,
  engines: readonly Engine[],
) {
  const local = engines
    .filter(({ namespace }) => addsNetworks?.includes(namespace))
    .map(({ network }) => network.caipNetworkId)
  return { ...record, chains: [...record.chains, ...local] }
}
