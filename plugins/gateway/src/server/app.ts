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
import { type OnRampRouteParts, type OnRampSource, onRampRoutes } from './onramp.js'
import { type FungiblePriceSource, priceRoutes } from './prices.js'
import { type ProfileSource, profileRoutes } from './profile.js'
import { type RpcSource, rpcRoutes } from './rpc.js'
import { type SessionSource, sessionRoutes } from './sessions.js'
import { supportedChainsRoutes } from './supported-chains.js'

/** What a gateway stands on. A group of routes whose source is absent answers 404. */
export interface GatewayParts {
  /** Origins of the pages that may ask, such as `https://shop.example`; written exactly as browsers send them. */
  readonly allowedOrigins: readonly string[]
  readonly catalogue?: CatalogueSource
  readonly balances?: BalanceSource
  readonly history?: PastSource
  readonly prices?: FungiblePriceSource
  readonly identity?: IdentitySource
  readonly rpc?: RpcSource
  readonly convert?: ConvertSource
  /** On-ramp providers; the first one answers where a request names none. */
  readonly onRamp?: readonly OnRampSource[]
  /** Tells the on-ramp providers who asks. */
  readonly visitor?: OnRampRouteParts['visitor']
  readonly profile?: ProfileSource
  readonly sessions?: SessionSource
  readonly analytics?: AnalyticsSink
  /** Told of faults that no caller caused. Default: `console.error`. */
  readonly onFault?: (error: unknown) => void
}

/** The gateway's routes as a Hono app: `app.fetch(request)` answers, in Node and wherever Request and Response exist. */
export function createGatewayApp(parts: GatewayParts): Hono {
  const { allowedOrigins, onFault = console.error } = parts
  const app = new Hono()
  answerErrors(app, onFault)
  app.use(secureHeaders({ crossOriginResourcePolicy: 'cross-origin' }))
  app.use(async (c, next) => {
    const origin = c.req.header('origin')
    // a foreign page's simple POST would be carried out although its reply cannot be read
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
  if (parts.history) app.route('/', historyRoutes(parts.history)) // after the on-ramp, for its parameter `onramp`
  if (parts.profile) app.route('/', profileRoutes(parts.profile))
  if (parts.sessions) app.route('/', sessionRoutes(parts.sessions))
  if (parts.analytics) app.route('/', analyticsRoutes(parts.analytics))
  return app
}

/** Chains whose balances and history are both served: a page asks for the two together. */
function servedChains({ balances, history }: GatewayParts): readonly string[] {
  const past = history?.chains() ?? []
  return (balances?.chains() ?? []).filter((chain) => past.includes(chain))
}

/** Answers `RequestError` as what it says, everything else with 500 and without its text, which may hold secrets. */
function answerErrors(app: Hono, onFault: (error: unknown) => void): void {
  app.onError((error, c) => {
    if (isRequestError(error)) return refuse(c, error)
    onFault(error)
    return c.json({ error: { code: 'FAULT', message: 'The gateway failed.' } }, 500)
  })
  app.notFound((c) => refuse(c, new RequestError('NOT_FOUND', `There is no route ${c.req.method} ${c.req.path}.`)))
}
