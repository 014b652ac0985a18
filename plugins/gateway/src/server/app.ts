import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { type AnalyticsSink, analyticsRoutes } from './analytics.js'
import { type BalanceSource, balanceRoutes } from './balances.js'
import { type CatalogueSource, catalogueRoutes } from './catalogue/routes.js'
import { type ConvertSource, convertRoutes } from './convert.js'
import { historyRoutes, type PastSource } from './history.js'
import { isRequestError, RequestError, refuse } from './http.js'
import { type IdentitySource, identityRoutes } from './identity.js'
import { type ProfileSource, profileRoutes } from './names/profile.js'
import { type OnRampRouteParts, type OnRampSource, onRampRoutes } from './onramp.js'
import { type FungiblePriceSource, priceRoutes } from './prices.js'
import { type RpcSource, rpcRoutes } from './rpc.js'
import { type SessionSource, sessionRoutes } from './smart-sessions/session-routes.js'
import { supportedChainsRoutes } from './supported-chains.js'

/** Sources of a gateway. A group of routes without its source responds with 404. */
export interface GatewayParts {
  /** Origins of pages that may send requests, such as `https://shop.example`; written exactly as browsers send them. */
  readonly allowedOrigins: readonly string[]
  readonly catalogue?: CatalogueSource
  readonly balances?: BalanceSource
  readonly history?: PastSource
  readonly prices?: FungiblePriceSource
  readonly identity?: IdentitySource
  readonly rpc?: RpcSource
  readonly convert?: ConvertSource
  /** On-ramp providers; the first is the default. */
  readonly onRamp?: readonly OnRampSource[]
  /** Reads the client's address and location, for on-ramp providers. */
  readonly visitor?: OnRampRouteParts['visitor']
  readonly profile?: ProfileSource
  readonly sessions?: SessionSource
  readonly analytics?: AnalyticsSink
  /** Receives internal errors. Default: `console.error`. */
  readonly onFault?: (error: unknown) => void
}

/** Routes of the gateway as a Hono app; runs in Node.js and wherever `Request` and `Response` exist. */
export function createGatewayApp(parts: GatewayParts): Hono {
  const { allowedOrigins, onFault = console.error } = parts
  const app = new Hono()
  answerErrors(app, onFault)
  app.use(secureHeaders({ crossOriginResourcePolicy: 'cross-origin' }))
  app.use(async (c, next) => {
    const origin = c.req.header('origin')
    // otherwise a foreign page's simple POST would be executed, although the page cannot read the reply
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
  if (parts.catalogue) app.route('/', catalogueRoutes(parts.catalogue))
  if (parts.rpc) app.route('/', rpcRoutes(parts.rpc))
  if (parts.balances || parts.history)
    app.route(
      '/',
      supportedChainsRoutes(() => ({ http: servedChains(parts), ws: [] })),
    )
  if (parts.balances) app.route('/', balanceRoutes(parts.balances))
  if (parts.prices) app.route('/', priceRoutes(parts.prices))
  if (parts.identity) app.route('/', identityRoutes(parts.identity))
  if (parts.convert) app.route('/', convertRoutes(parts.convert))
  if (parts.onRamp) {
    const { onRamp, visitor } = parts
    app.route('/', onRampRoutes(onRamp, { onFault, ...(visitor && { visitor }) }))
  }
  if (parts.history) app.route('/', historyRoutes(parts.history)) // after the on-ramp, which handles its parameter `onramp`
  if (parts.profile) app.route('/', profileRoutes(parts.profile))
  if (parts.sessions) app.route('/', sessionRoutes(parts.sessions))
  if (parts.analytics) app.route('/', analyticsRoutes(parts.analytics))
  return app
}

/** Chains with both balances and history: a page uses the two together. */
function servedChains({ balances, history }: GatewayParts): readonly string[] {
  const past = history?.chains() ?? []
  return (balances?.chains() ?? []).filter((chain) => past.includes(chain))
}

/** Responds to `RequestError` with its status, code and message, and to all other errors with 500 and no details, which could contain secrets. */
function answerErrors(app: Hono, onFault: (error: unknown) => void): void {
  app.onError((error, c) => {
    if (isRequestError(error)) return refuse(c, error)
    onFault(error)
    return c.json({ error: { code: 'FAULT', message: 'The gateway failed.' } }, 500)
  })
  app.notFound((c) => refuse(c, new RequestError('NOT_FOUND', `There is no route ${c.req.method} ${c.req.path}.`)))
}
