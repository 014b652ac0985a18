import { RequestError } from '@wallet-modal/gateway/server'
import { type Context, Hono } from 'hono'
import { monogram } from '../catalogue/monogram.js'
import type { CatalogueWallet } from '../catalogue/wallet.js'
import type { Engine } from '../engine.js'
import { tokenOf } from './account.js'

const networkColor = '#5b5bd6'
const currencyColor = '#0f766e'
const tokenColors = ['#0f766e', '#b45309', '#1d4ed8', '#be185d', '#4d7c0f', '#7e22ce', '#0e7490', '#a16207', '#b91c1c']

/** Drawn marks: wallets by `image_id`, local networks by CAIP-2 id, tokens by CAIP-10. */
export function imageRoutes(wallets: readonly CatalogueWallet[], engines: readonly Engine[]): Hono {
  const routes = new Hono()
  const walletImages = new Map(wallets.map(({ image_id, name, color }) => [image_id, monogram(name, color)]))
  const assetImages = new Map(
    engines.map(({ network }) => [network.caipNetworkId, monogram(network.name, networkColor)]),
  )
  routes.get('/getWalletImage/:id', (c) => send(c, walletImages.get(c.req.param('id'))))
  routes.get('/public/getAssetImage/:id', (c) => send(c, assetImages.get(c.req.param('id'))))
  routes.get('/public/getTokenImage/:caip10', async (c) => {
    const { engine, address } = tokenOf(engines, c.req.param('caip10')) ?? {}
    const [token] = address === undefined ? [] : ((await engine?.assets?.facts([address])) ?? [])
    return send(c, token && monogram(token.name, tokenColor(token.address)))
  })
  routes.get('/public/getCurrencyImage/:id', (c) => {
    const id = c.req.param('id')
    return send(c, /^[A-Z]{3}$/.test(id) ? monogram(id, currencyColor) : undefined)
  })
  return routes
}

/** A colour that the address decides: a token that only looks like another has another. */
function tokenColor(address: string): string {
  const sum = [...address].reduce((total, character) => total + character.charCodeAt(0), 0)
  return tokenColors[sum % tokenColors.length] ?? networkColor
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
