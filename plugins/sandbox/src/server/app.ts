import {
  analyticsRoutes,
  balanceRoutes,
  catalogueRoutes,
  convertRoutes,
  createSessionRegistry,
  historyRoutes,
  identityRoutes,
  isRequestError,
  type Mailer,
  memoryStore,
  onRampRoutes,
  priceRoutes,
  profileRoutes,
  RequestError,
  refuse,
  rpcRoutes,
  type SocialProvider,
  type Store,
  sessionRoutes,
  supportedChainsRoutes,
} from '@wallet-modal/gateway/server'
import { Hono, type MiddlewareHandler } from 'hono'
import type { CatalogueWallet } from './catalogue/wallet.js'
import { wallets as catalogueWallets } from './catalogue/wallets.js'
import { type Clock, createClock } from './clock.js'
import type { Engine } from './engines/engine.js'
import { isSandboxError, messageOf } from './errors.js'
import { farcasterRoutes } from './farcaster/routes.js'
import { createFaults, type Faults } from './faults.js'
import { loopbackOnly } from './http/origins.js'
import { createInbox, type Inbox } from './mail/inbox.js'
import { createCheckoutSessions } from './onramp/sessions.js'
import { onRampSources } from './onramp/source.js'
import { createUrlSigner } from './onramp/url-signer.js'
import { checkoutRoutes } from './routes/checkout.js'
import { controlRoutes } from './routes/controls.js'
import { applyCallFaults, applyFaults } from './routes/faults.js'
import { frameHost } from './routes/frame.js'
import { inboxRoutes } from './routes/inbox.js'
import { jupiterRoutes } from './routes/jupiter.js'
import { pageRoutes } from './routes/page.js'
import { sessionServiceRoutes } from './routes/sessions.js'
import { type SiwxServerModule, signInRoutes } from './routes/sign-in.js'
import { createAnalyticsLog } from './services/analytics-log.js'
import { createSandboxNames } from './services/names.js'
import { isSigned } from './services/signatures.js'
import { balanceSource } from './sources/balances.js'
import { catalogueSource } from './sources/catalogue.js'
import { convertSource } from './sources/convert.js'
import { historySource } from './sources/history.js'
import { identitySource } from './sources/identity.js'
import { priceSource } from './sources/prices.js'
import { rpcSource, servedChains } from './sources/rpc.js'

/** Dependencies of the routes. The app needs no Node.js, only `Request` and `Response`. */
export interface SandboxAppOptions {
  /** One engine for each local network, in display order. */
  readonly engines: readonly Engine[]
  /** Stores the data of the services, such as names, prices and accounts. Default: in memory. */
  readonly store?: Store
  /** Wallets of the catalogue. Default: the wallets of `@wallet-modal/wallets`. */
  readonly wallets?: readonly CatalogueWallet[]
  /** Shown by `/health` and the status page. */
  readonly version?: string
  /** Random id of this run. A program that started the sandbox can compare this id with the id from `/health`. */
  readonly instance?: string
  /** Failures planned by tests. Default: only the failures that are set through this app's routes. */
  readonly faults?: Faults
  /** Default: a clock with the system time. */
  readonly clock?: Clock
  /** Stores the mails that the sandbox sends. Default: an empty inbox. */
  readonly inbox?: Inbox
  /** Sends the mails of the email login. Default: adds them to `inbox`. */
  readonly mailer?: Mailer
  /** Contents of the files of the embedded wallet's frame, by file name. If absent, there is no email login. */
  readonly frameFiles?: () => Promise<ReadonlyMap<string, string>>
  /** Services of social logins. Called after the sandbox has started to listen. Default: none. */
  readonly socials?: () => readonly SocialProvider[]
  /** CAIP-2 ids of additional networks on which visitors may sign in. Default: none. */
  readonly signInNetworks?: readonly string[]
  /** Loads `@wallet-modal/siwx/server` as installed in the site. If absent, sign-in is not available. */
  readonly loadSiwx?: () => Promise<SiwxServerModule>
  /**
   * Base URL of the Farcaster relay, whose routes this app serves. Called after the sandbox has started to listen. If absent, there is no Farcaster
   * login.
   */
  readonly farcasterRelay?: () => string | undefined
  /** Called on a reset, for services outside the app, such as the relay. */
  readonly onReset?: () => void
  /** Receives internal errors of the sandbox. Default: `console.error`. */
  readonly onFault?: (error: unknown) => void
}

/** The sandbox's routes as a Hono app. Refuses requests from pages of other hosts. */
export function createSandboxApp(dependencies: SandboxAppOptions): Hono {
  const { engines, store = memoryStore(), inbox = createInbox(), onFault = console.error } = dependencies
  const { faults = createFaults(), clock = createClock() } = dependencies
  const { mailer = { send: async (mail) => inbox.add(mail) } } = dependencies
  const { frameFiles, socials, farcasterRelay } = dependencies
  const app = new Hono()
  handleErrors(app, onFault)
  app.use(frameHost({ engines, store, mailer, clock, faults, frameFiles, socials, farcasterRelay, onFault }))
  app.use(securityHeaders)
  app.use(loopbackOnly())
  app.use(applyFaults(faults))
  app.use(applyCallFaults(engines, faults))
  addRoutes(app, { ...dependencies, store, inbox, faults, clock })
  return app
}

function handleErrors(app: Hono, onFault: (error: unknown) => void): void {
  app.onError((error, c) => {
    if (isRequestError(error)) return refuse(c, error)
    // the engine failed, is off, or is missing
    if (isSandboxError(error)) return c.json({ error: { code: error.code, message: error.message } }, 503)
    onFault(error)
    return c.json({ error: { code: 'FAULT', message: `The sandbox failed: ${messageOf(error)}` } }, 500)
  })
  app.notFound((c) => refuse(c, new RequestError('NOT_FOUND', `There is no route ${c.req.method} ${c.req.path}.`)))
}

const securityHeaders: MiddlewareHandler = async (c, next) => {
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Referrer-Policy', 'no-referrer')
  c.header('Cross-Origin-Resource-Policy', 'same-origin')
  c.header('Cache-Control', 'no-store')
  await next()
}

type RouteDependencies = SandboxAppOptions & Required<Pick<SandboxAppOptions, 'store' | 'inbox' | 'faults' | 'clock'>>

function addRoutes(app: Hono, dependencies: RouteDependencies): void {
  const { engines, store, inbox, faults, clock, loadSiwx, signInNetworks = [] } = dependencies
  const { wallets = catalogueWallets, version = '0.0.0', instance = '' } = dependencies
  const analytics = createAnalyticsLog(store)
  const [checkouts, signer] = [createCheckoutSessions(clock), createUrlSigner()]
  const farcaster = farcasterRoutes(clock)
  const names = createSandboxNames({ engines, store, clock })
  const smartSessions = createSessionRegistry({ store, verify: (text) => isSigned(engines, text), now: clock.now })
  const signIn = signInRoutes({ engines, networks: signInNetworks, loadSiwx })
  const onReset = (): void => {
    checkouts.clear()
    signIn.clear()
    farcaster.clear()
    dependencies.onReset?.()
  }
  const all: readonly Hono[] = [
    rpcRoutes(rpcSource(engines)),
    supportedChainsRoutes(() => servedChains(engines)),
    balanceRoutes(balanceSource(engines, store)),
    identityRoutes(identitySource(engines, store)),
    // must come before `historyRoutes`, which have the same path: requests with the parameter `onramp` are for `onRampRoutes`
    onRampRoutes(onRampSources({ engines, store, sessions: checkouts, signer })),
    checkoutRoutes(checkouts, signer),
    historyRoutes(historySource(engines, store)),
    priceRoutes(priceSource(engines, store)),
    convertRoutes(convertSource(engines)),
    jupiterRoutes(engines),
    profileRoutes(names),
    sessionRoutes(smartSessions),
    sessionServiceRoutes(engines, smartSessions),
    catalogueRoutes(catalogueSource(wallets, engines)),
    analyticsRoutes(analytics),
    signIn.routes,
    controlRoutes({ engines, store, inbox, analytics, faults, clock, onReset }),
    inboxRoutes(inbox),
    farcaster.routes,
    pageRoutes({ engines, walletCount: wallets.length, version, instance }),
  ]
  for (const routes of all) app.route('/', routes)
}
