import { RequestError } from '@wallet-modal/gateway/server'
import { type Context, Hono } from 'hono'
import { colorFor, monogram } from '../catalogue/monogram.js'
import type { CatalogueWallet } from '../catalogue/wallet.js'
import type { Engine } from '../engine.js'
import { tokenOf } from './account.js'

const networkColor = '#5b5bd6'
const currencyColor = '#0f766e'

/** Marks, drawn where there is none: wallets by `image_id`, local networks by CAIP-2 id, tokens by CAIP-10. */
export function imageRoutes(wallets: readonly CatalogueWallet[], engines: readonly Engine[]): Hono {
  const routes = new Hono()
  const walletImages = new Map(
    wallets.map(({ image_id, name, color, mark }) => [image_id, mark ?? monogram(name, color)]),
  )
  const assetImages = new Map(
    engines.map(({ network }) => [network.caipNetworkId, monogram(network.name, networkColor)]),
  )
  routes.get('/getWalletImage/:id', (c) => send(c, walletImages.get(c.req.param('id'))))
  routes.get('/public/getAssetImage/:id', (c) => send(c, assetImages.get(c.req.param('id'))))
  routes.get('/public/getTokenImage/:caip10', async (c) => {
    const { engine, address } = tokenOf(engines, c.req.param('caip10')) ?? {}
    const [token] = address === undefined ? [] : ((await engine?.assets?.facts([address])) ?? [])
    return send(c, token && monogram(token.name, colorFor(token.address)))
  })
  routes.get('/public/getCurrencyImage/:id', (c) => {
    const id = c.req.param('id')
    return send(c, /^[A-Z]{3}$/.test(id) ? monogram(id, currencyColor) : undefined)
  })
  return routes
}

function send(c: Context, svg: string | undefined): Response {
  if (svg === undefined) throw new RequestError('NOT_FOUND', 'There is no image with this id.')
  return c.body(svg, 200, {
    'Content-Type': 'image/svg+xml',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'public, max-age=86400',
  })
}
