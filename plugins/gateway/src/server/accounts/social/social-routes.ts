import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import * as v from 'valibot'
import { limitBody, parseRequest, RequestError, readJson } from '../../http.js'
import type { Store } from '../../store.js'
import { randomToken, type Secrets } from '../secrets.js'
import { toReturnUrl } from './return-url.js'
import { createSocialClient, type SocialClient } from './social-client.js'
import {
  ATTEMPT_MS,
  createSocialLogins,
  type SocialAttempt,
  type SocialLogins,
  type SocialResult,
} from './social-logins.js'
import { windowPage } from './social-pages.js'
import { type SocialProvider, socialIds } from './social-sources.js'

export interface SocialRoutesDependencies {
  readonly frameOrigin: string
  /** Whether the origin may log visitors in. True for allowed sites, and for `frameOrigin`, which serves the dashboard. */
  isSite(site: string): boolean
  readonly providers: readonly SocialProvider[]
  readonly store: Store
  readonly secrets: Secrets
  readonly now: () => number
  readonly onFault: (error: unknown) => void
  /** Resolves with a session token. */
  logIn(result: SocialResult, c: Context): Promise<string>
}

const token = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const beginRequest = v.object({
  attempt: token,
  provider: v.picklist(socialIds),
  site: v.pipe(v.string(), v.maxLength(300)),
  returnUrl: v.pipe(v.string(), v.maxLength(2000), v.url()),
  challenge: token,
})
const redeemRequest = v.object({ code: token, verifier: token })

/** Time that `/social/start` waits for the frame to register the attempt, before it responds with a page that reloads itself. */
const WAIT_MS = 2_000
const POLL_MS = 100
/** Maximum number of reloads of that page. */
const MAX_RELOADS = 10

/**
 * Routes of social logins. The frame registers an attempt. The gateway redirects the login window to the service, and after the login to a page of
 * the site, with a code. Only the frame that registered the attempt can redeem the code.
 */
export function socialRoutes(dependencies: SocialRoutesDependencies): Hono {
  const { providers, frameOrigin, isSite } = dependencies
  const logins = createSocialLogins(dependencies)
  const routes = new Hono()
  routes.post('/accounts/social/begin', async (c) => {
    const { attempt, ...login } = parseRequest(beginRequest, await readJson(c))
    const { protocol, origin, pathname } = new URL(login.returnUrl)
    const isPage = /^https?:$/.test(protocol) // refuses blob: URLs, which have the origin of the page that created them
    const isReturn = isPage && origin === login.site && (origin !== frameOrigin || pathname === '/dashboard')
    if (!isSite(login.site) || !isReturn)
      throw new RequestError('NOT_ALLOWED', 'This site may not log visitors in here.', { reason: 'SITE_NOT_ALLOWED' })
    if (!providers.some(({ id }) => id === login.provider))
      throw new RequestError('NOT_FOUND', 'This service is not set up here.')
    await logins.begin(attempt, { ...login, returnUrl: toReturnUrl(login.returnUrl) })
    return c.json({ uri: `${frameOrigin}/social/start?attempt=${attempt}` })
  })
  routes.post('/accounts/social/redeem', async (c) => {
    const { code, verifier } = parseRequest(redeemRequest, await readJson(c))
    return c.json({ session: await dependencies.logIn(await logins.redeem(code, verifier), c) })
  })
  routes.use('/social/*', limitBody(64_000), async (c, next) => {
    c.header('Cache-Control', 'no-store')
    return next()
  })
  addWindowRoutes(routes, dependencies, logins)
  return routes
}

/** Routes of the login window. */
function addWindowRoutes(routes: Hono, dependencies: SocialRoutesDependencies, logins: SocialLogins): void {
  const { providers, frameOrigin, onFault } = dependencies
  const redirectUri = (id: string): string => `${frameOrigin}/social/callback/${id}`
  const clients = new Map(
    providers.map((provider) => [provider.id, createSocialClient(provider, redirectUri(provider.id))]),
  )
  const cookie = browserCookie(frameOrigin)

  routes.get('/social/start', async (c) => {
    const id = c.req.query('attempt') ?? ''
    if (!v.is(token, id)) return windowPage(c, 'window.ended', { status: 400 })
    const attempt = await waitFor(() => logins.takeAttempt(id))
    if (!attempt) {
      const reloads = Number(c.req.query('reloads') ?? 0)
      if (!(reloads < MAX_RELOADS)) return windowPage(c, 'window.ended', { status: 400 })
      return windowPage(c, 'window.waiting', { reloadAs: `?attempt=${id}&reloads=${reloads + 1}` })
    }
    const client = clients.get(attempt.provider)
    if (!client) return windowPage(c, 'window.ended', { status: 400 })
    const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() }
    const url = await resolveOrLog(client.authorizationUrl(checks), onFault)
    if (!url) return backToSite(c, attempt, { attempt: id, error: 'unavailable' })
    const browser = cookie.get(c) || randomToken() // keeps the cookie, because another tab may be logging in with it
    await logins.authorize(id, attempt, checks, browser)
    cookie.set(c, browser, isFormPost(providers, attempt))
    return c.redirect(url.href, 303)
  })
  const handleCallback = async (c: Context, query: URLSearchParams): Promise<Response> => {
    const authorization = await logins.takeAuthorization(query.get('state') ?? '', cookie.get(c))
    const { attempt, checks, id } = authorization ?? {}
    const client = attempt && attempt.provider === c.req.param('provider') && clients.get(attempt.provider)
    if (!attempt || !checks || !client || id === undefined) return windowPage(c, 'window.ended', { status: 400 })
    if (query.has('error')) return backToSite(c, attempt, { attempt: id, error: errorOf(query.get('error')) })
    const callback = new URL(`${redirectUri(attempt.provider)}?${query}`)
    const identity = await resolveOrLog((client satisfies SocialClient).identify(callback, checks), onFault)
    if (!identity) return backToSite(c, attempt, { attempt: id, error: 'unavailable' })
    return backToSite(c, attempt, { attempt: id, code: await logins.finish(attempt, identity) })
  }
  routes.get('/social/callback/:provider', (c) => handleCallback(c, new URL(c.req.url).searchParams))
  routes.post('/social/callback/:provider', async (c) => handleCallback(c, new URLSearchParams(await c.req.text())))
}

const errorOf = (error: string | null): string => (error === 'access_denied' ? 'denied' : 'unavailable')

const isFormPost = (providers: readonly SocialProvider[], { provider }: SocialAttempt): boolean =>
  providers.some(
    (candidate) => candidate.id === provider && candidate.kind === 'oidc' && candidate.responseMode === 'form_post',
  )

/** Redirects to the site with the result in the URL fragment, which browsers do not send to servers. */
function backToSite(
  c: Context,
  { returnUrl, provider }: SocialAttempt,
  result: Readonly<Record<string, string>>,
): Response {
  const target = new URL(returnUrl)
  target.hash = `wallet-modal-login&${new URLSearchParams({ ...result, provider })}`
  return c.redirect(target.href, 303)
}

/** If `pending` rejects, reports the error to `onFault` and resolves with `undefined`. */
async function resolveOrLog<T>(pending: Promise<T>, onFault: (error: unknown) => void): Promise<T | undefined> {
  try {
    return await pending
  } catch (error) {
    onFault(error)
    return undefined
  }
}

/** Calls `find` every {@link POLL_MS} until it finds a value, at most for {@link WAIT_MS}. */
async function waitFor<T>(find: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = Date.now() + WAIT_MS
  for (;;) {
    const found = await find()
    if (found !== undefined || Date.now() >= end) return found
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Cookie that binds the login to one browser. `SameSite=None` for services that return with a cross-site POST. */
function browserCookie(frameOrigin: string) {
  const secure = frameOrigin.startsWith('https:')
  const name = secure ? '__Host-social' : 'social'
  return {
    /** Empty if there is none. */
    get: (c: Context): string => {
      const value = getCookie(c, name)
      return v.is(token, value) ? value : ''
    },
    set: (c: Context, value: string, isFormPost: boolean): void =>
      setCookie(c, name, value, {
        path: '/',
        httpOnly: true,
        secure,
        sameSite: isFormPost && secure ? 'None' : 'Lax',
        maxAge: ATTEMPT_MS / 1000,
      }),
  }
}
