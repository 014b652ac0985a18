import { type Context, Hono } from 'hono'
import { monogram } from '../catalogue/monogram.js'
import type { CatalogueWallet } from '../catalogue/wallet.js'
import type { Engine } from '../engine.js'
import { SandboxError } from '../errors.js'

const networkColor = '#5b5bd6'

/** Drawn marks: wallets by `image_id`, local networks by CAIP-2 id. */
export function imageRoutes(wallets: readonly CatalogueWallet[], engines: readonly Engine[]): Hono {
  const routes = new Hono()
  const walletImages = new Map(wallets.map(({ image_id, name, color }) => [image_id, monogram(name, color)]))
  const assetImages = new Map(
    engines.map(({ network }) => [network.caipNetworkId, monogram(network.name, networkColor)]),
  )
  routes.get('/getWalletImage/:id', (c) => send(c, walletImages.get(c.req.param('id'))))
  routes.get('/public/getAssetImage/:id', (c) => send(c, assetImages.get(c.req.param('id'))))
  return routes
}

function send(c: Context, svg: string | undefined): Response {
  if (svg === undefined) throw new SandboxError('NOT_FOUND', 'There is no image with this id.')
  return c.body(svg, 200, {
    'Content-Type': 'image/svg+xml',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'public, max-age=86400',
  })
}
