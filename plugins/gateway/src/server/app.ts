import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { type AnalyticsSink, analyticsRoutes } from './analytics.js'
import { type BalanceSource, balanceRoutes } from './balances.js'
import { type CatalogueSource, catalogueRoutes } from './catalogue/routes.js'
import { type ConvertSource, convertRoutes } from './convert.js'
import { type HistorySource, historyRoutes } from './history.js'
import { isRequestError, RequestError, refuse, setOrigin } from './http.js'
import { type IdentitySource, identityRoutes } from './identity.js'
import { type ProfileSource, profileRoutes } from './names/profile.js'
import { type OnRampRouteOptions, onRampRoutes } from './onramp/routes.js'
import type { OnRampSource } from './onramp/source.js'
import { type FungiblePriceSource, priceRoutes } from './prices.js'
import { type RpcSource, rpcRoutes } from './rpc.js'
import { type SessionSource, sessionRoutes } from './smart-sessions/session-routes.js'
import { supportedChainsRoutes } from './supported-chains.js'

/** Sources of a gateway. Routes without a source respond with 404. */
export interface GatewayAppOptions {
  /** Origins of pages that may send requests, such as `https://shop.example`; written exactly as browsers send them. */
  readonly allowedOrigins: readonly string[]
  /**
   * Public origin of these routes, such as `https://api.example`, for URLs of pictures in replies. Default: the origin of the request's URL. Set this
   * option if a proxy terminates TLS: the default is then `http:`, but pages load pictures only with `https:`.
   */
  readonly publicUrl?: string
  readonly catalogue?: CatalogueSource
  readonly balances?: BalanceSource
  readonly history?: HistorySource
  readonly prices?: FungiblePriceSource
  readonly identity?: IdentitySource
  readonly rpc?: RpcSource
  readonly convert?: ConvertSource
  /** On-ramp providers; the first is the default. */
  readonly onRamp?: readonly OnRampSource[]
  /** Reads the client's address and location, for on-ramp providers and their rate limits. */
  readonly visitor?: OnRampRouteOptions['visitor']
  readonly profile?: ProfileSource
  readonly sessions?: SessionSource
  readonly analytics?: AnalyticsSink
  /** Receives internal errors. Default: `console.error`. */
  readonly onFault?: (error: unknown) => void
}

/** Creates a Hono app with the routes of the gateway. It runs in Node.js, and wherever `Request` and `Response` exist. */
export function createGatewayApp(sources: GatewayAppOptions): Hono {
  const { allowedOrigins, onFault = console.error } = sources
  const app = new Hono()
  handleErrors(app, onFault)
  if (sources.publicUrl !== undefined) app.use(setOrigin(new URL(sources.publicUrl).origin))
  app.use(secureHeaders({ crossOriginResourcePolicy: 'cross-origin' }))
  app.use(async (c, next) => {
    const origin = c.req.header('origin')
    // without this check, simple POST requests of any page would be executed, although CORS hides the reply from that page
    if (origin !== undefined && !allowedOrigins.includes(origin))
      throw new RequestError('NOT_ALLOWED', 'This origin is not allowed. Add it to "allowedOrigins" of the gateway.')
    await next()
  })
  app.use(
    cors({
      origin: [...allowedOrigins],
      allowMethods: ['GET', 'HEAD', 'POST'],
      exposeHeaders: ['Retry-After'],
      maxAge: 600,
    }),
  )
  if (sources.catalogue) app.route('/', catalogueRoutes(sources.catalogue))
  if (sources.rpc) app.route('/', rpcRoutes(sources.rpc))
  if (sources.balances || sources.history)
    app.route(
      '/',
      supportedChainsRoutes(() => ({ http: servedChains(sources), ws: [] })),
    )
  if (sources.balances) app.route('/', balanceRoutes(sources.balances))
  if (sources.prices) app.route('/', priceRoutes(sources.prices))
  if (sources.identity) app.route('/', identityRoutes(sources.identity))
  if (sources.convert) app.route('/', convertRoutes(sources.convert))
  if (sources.onRamp) {
    const { onRamp, visitor } = sources
    app.route('/', onRampRoutes(onRamp, { onFault, ...(visitor && { visitor }) }))
  }
  if (sources.history) app.route('/', historyRoutes(sources.history)) // after `onRampRoutes`, which handle requests with the parameter `onramp`
  if (sources.profile) app.route('/', profileRoutes(sources.profile))
  if (sources.sessions) app.route('/', sessionRoutes(sources.sessions))
  if (sources.analytics) app.route('/', analyticsRoutes(sources.analytics))
  return app
}

/** Chains for which the gateway has both balances and history, because the route `supported-chains` has one list for both. */
function servedChains({ balances, history }: GatewayAppOptions): readonly string[] {
  const historyChains = history?.chains() ?? []
  return (balances?.chains() ?? []).filter((chain) => historyChains.includes(chain))
}

/**
 * Responds to a `RequestError` with its status, code and message. Responds to any other error with 500 and without its details, which could contain
 * secrets.
 */
function handleErrors(app: Hono, onFault: (error: unknown) => void): void {
  app.onError((error, c) => {
    if (isRequestError(error)) return refuse(c, error)
    onFault(error)
    return c.json({ error: { code: 'FAULT', message: 'The gateway failed.' } }, 500)
  })
  app.notFound((c) => refuse(c, new RequestError('NOT_FOUND', `There is no route ${c.req.method} ${c.req.path}.`)))
}
