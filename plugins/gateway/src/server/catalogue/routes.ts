import { type Context, Hono } from 'hono'
import { RequestError } from '../http.js'
import { parseQuery, select, type WalletRecord } from './query.js'

/** Picture of a wallet, network, token or currency. */
export interface CataloguePicture {
  /** Media type, such as `image/svg+xml`. */
  readonly mediaType: string
  readonly data: string | Uint8Array<ArrayBuffer>
}

type FindPicture = (id: string) => Promise<CataloguePicture | undefined>

/** Source of the catalogue's routes. Methods for pictures resolve with `undefined` if there is no picture. */
export interface CatalogueSource {
  /** All wallets in display order. */
  wallets(): Promise<readonly WalletRecord[]>
  /** Picture of a wallet, by `image_id`. */
  walletImage: FindPicture
  /** Picture of a network, by CAIP-2 id. */
  assetImage: FindPicture
  /** Picture of a token, by CAIP-10 id or symbol. */
  tokenImage: FindPicture
  /** Picture of a currency, by ISO 4217 code. */
  currencyImage: FindPicture
}

/** The wallet catalogue's routes: `/getWallets`, `/getWalletImage` and `/public/*`. */
export function catalogueRoutes(source: CatalogueSource): Hono {
  const routes = new Hono()
  routes.get('/getWallets', async (c) => c.json(select(await source.wallets(), parseQuery(c.req.query()))))
  routes.get('/getWalletImage/:id', async (c) => send(c, await source.walletImage(c.req.param('id'))))
  routes.get('/public/getAssetImage/:id', async (c) => send(c, await source.assetImage(c.req.param('id'))))
  routes.get('/public/getTokenImage/:id', async (c) => send(c, await source.tokenImage(c.req.param('id'))))
  routes.get('/public/getCurrencyImage/:id', async (c) => send(c, await source.currencyImage(c.req.param('id'))))
  return routes
}

function send(c: Context, picture: CataloguePicture | undefined): Response {
  if (!picture) throw new RequestError('NOT_FOUND', 'There is no image with this id.')
  return c.body(picture.data, 200, {
    'Content-Type': picture.mediaType,
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'public, max-age=86400',
  })
}
