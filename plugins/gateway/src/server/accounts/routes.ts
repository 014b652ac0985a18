import { type Context, Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { isRequestError, limitBody, type RefusalReason, RequestError, refuse } from '../http.js'
import type { AccountsOptions } from './account-sources.js'
import { type Accounts, createAccounts } from './accounts.js'
import { isAllowed } from './allowed-origins.js'
import { createCodes } from './codes.js'
import { createDeviceLinks } from './devices/device-links.js'
import { deviceRoutes } from './devices/device-routes.js'
import { loginRoutes } from './devices/login-routes.js'
import { emailChangeRoutes } from './email-change.js'
import { browserOf, emailAddress, emailLoginRoutes } from './email-login.js'
import { farcasterRoutes } from './farcaster/farcaster-routes.js'
import { framePage } from './frame-page.js'
import { keyExportRoutes } from './key-export.js'
import { keyRoutes } from './key-routes.js'
import { TooSoonError } from './limits.js'
import { passkeyRoutes } from './passkey-routes.js'
import { createSecrets } from './secrets.js'
import type { Session } from './sessions.js'
import type { SocialResult } from './social/social-logins.js'
import { type SocialRoutesDependencies, socialRoutes } from './social/social-routes.js'
import { createSolanaLimits } from './solana/solana-limits.js'
import { solanaRoutes } from './solana/solana-routes.js'
import { languageOf } from './texts/language.js'

/** `BasicEOABatchExecutor` of Vectorized/bebe (MIT): stateless, without owner. Deployed with CREATE2, so its code is the same on every chain. */
const SMART_ACCOUNT = '0x00000000BEBEDB7C30ee418158e26E31a5A8f3E2'

/**
 * Whether the request comes from the frame itself, judged by headers that pages cannot set (`Sec-Fetch-Site`, `Origin`). Also true for a request with
 * neither header: programs other than browsers may send neither.
 */
function isFromFrame(c: Context, frameOrigin: string): boolean {
  const [origin, site] = [c.req.header('origin'), c.req.header('sec-fetch-site')]
  return (origin === undefined || origin === frameOrigin) && (site === undefined || site === 'same-origin')
}

const limitRequest = limitBody(64_000)
/** Nodes accept transactions of up to 128 kB, which are twice as long in hex. */
const limitTransaction = limitBody(300_000)

/** Reasons for refusing a request because a node or another service did not answer. These refusals are also reported to `onFault`. */
const outages: ReadonlySet<RefusalReason> = new Set(['NODE_SILENT', 'FARCASTER_SILENT'])

function toErrorResponse(error: unknown, c: Context, onFault: (error: unknown) => void): Response {
  if (error instanceof TooSoonError) {
    const { code, message, reason, retryInSeconds } = error
    c.header('Retry-After', String(retryInSeconds))
    return c.json({ error: { code, message, reason, retryInSeconds } }, error.status)
  }
  if (isRequestError(error)) {
    if (error.reason !== undefined && outages.has(error.reason)) onFault(error)
    return refuse(c, error)
  }
  onFault(error)
  return c.json({ error: { code: 'FAULT', message: 'The gateway failed.' } }, 500)
}

const tokenOf = (c: Context): string => /^Bearer ([\da-f]{64})$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''

/**
 * Routes of the embedded wallet, served on the frame's origin: logins, key shares, passkeys, devices, Solana signatures, and HTML pages such as the
 * frame and the dashboard. Routes below `/accounts` refuse requests of pages on other origins.
 */
export function accountsRoutes(options: AccountsOptions): Hono {
  const { store, mailer, chains, frameOrigin, allowedOrigins, now = Date.now, onFault = console.error } = options
  const { newBrowsers = 'code', approvals = 'frame', smartAccount = SMART_ACCOUNT, solanaChains = [] } = options
  const { visitor = () => ({}), hasTemporaryStore = false } = options
  const secrets = createSecrets(options.encryptionKey)
  const codes = createCodes({ store, mailer, secrets, now })
  const links = createDeviceLinks({ frameOrigin, store, mailer, codes, secrets, now })
  const accounts = createAccounts({ store, secrets, now, onFault })
  const routes = new Hono()
  routes.onError((error, c) => toErrorResponse(error, c, onFault))
  routes.use(
    secureHeaders({
      ...{ crossOriginResourcePolicy: false, xFrameOptions: false, referrerPolicy: 'no-referrer' },
      overwrite: false, // keeps the header `Cross-Origin-Opener-Policy` of the approval window
    }),
  )
  routes.use('/accounts/*', (c, next) => (c.req.path === '/accounts/rpc' ? limitTransaction : limitRequest)(c, next))
  routes.use('/accounts/*', async (c, next) => {
    if (!isFromFrame(c, frameOrigin))
      return refuse(c, new RequestError('NOT_ALLOWED', 'Only the wallet’s frame may send this request.'))
    c.header('Cache-Control', 'no-store')
    return next()
  })
  /** Whether an origin may log visitors in. True for allowed sites, and for the frame's own origin, which serves the dashboard with its own login. */
  const isSite = (site: string): boolean => site === frameOrigin || isAllowed(site, allowedOrigins)
  const sessionOf = async (c: Context): Promise<Session> => {
    const session = await accounts.session(tokenOf(c))
    if (isSite(session.site)) return session
    throw new RequestError('UNAUTHORIZED', 'The site of this login is no longer allowed.', {
      reason: 'SITE_NOT_ALLOWED',
    })
  }
  routes.post('/accounts/sign-out', async (c) => {
    await accounts.logOut(tokenOf(c))
    return c.json({})
  })
  routes.route('/', emailLoginRoutes({ codes, links, accounts, newBrowsers, isSite }))
  const walletOptions = { chains, solanaChains, smartAccount, approvals, hasTemporaryStore }
  routes.route('/', keyRoutes({ store, accounts, sessionOf, ...walletOptions }))
  const login = async (c: Context) => ({ session: await sessionOf(c), token: tokenOf(c), language: languageOf(c) })
  routes.route('/', deviceRoutes(links, codes))
  routes.route('/', loginRoutes({ logins: accounts.logins, links, sessionOf }))
  routes.route('/', keyExportRoutes({ codes, accounts, secrets, sessionOf }))
  routes.route('/', passkeyRoutes({ store, accounts, now, login }))
  const limits = createSolanaLimits({ store, secrets, now, visitor })
  routes.route('/', solanaRoutes({ chains: solanaChains, store, secrets, accounts, limits, login }))
  routes.route('/', emailChangeRoutes({ store, secrets, codes, accounts, email: emailAddress, now, login }))
  routes.route('/', serviceRoutes(options, { frameOrigin, isSite, store, secrets, now, onFault }, accounts))
  routes.route('/', framePage(options))
  return routes
}

type SharedDependencies = Pick<
  SocialRoutesDependencies,
  'frameOrigin' | 'isSite' | 'store' | 'secrets' | 'now' | 'onFault'
>

/** Routes of social and Farcaster logins. */
function serviceRoutes(
  { socials = [], farcaster }: AccountsOptions,
  dependencies: SharedDependencies,
  accounts: Accounts,
): Hono {
  const routes = new Hono()
  const logInWith =
    (socialProvider: string) =>
    ({ subject, name, site }: Omit<SocialResult, 'provider'>, c: Context): Promise<string> => {
      const identity = { socialProvider, subject, ...(name !== undefined && { userName: name }) }
      return accounts.logIn(identity, { site, browser: browserOf(c) })
    }
  if (socials.length > 0) {
    const logIn = (result: SocialResult, c: Context): Promise<string> => logInWith(result.provider)(result, c)
    routes.route('/', socialRoutes({ ...dependencies, providers: socials, logIn }))
  }
  if (farcaster)
    routes.route('/', farcasterRoutes({ ...dependencies, source: farcaster, logIn: logInWith('farcaster') }))
  return routes
}
