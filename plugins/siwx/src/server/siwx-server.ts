import { hex } from '@scure/base'
import type { SignInMessage, SignInSession } from '../contract.js'
import { REFUSAL_HEADER } from '../refusal-header.js'
import { withOwnFamilies } from './families/families.js'
import { verify } from './families/verifier.js'
import { createCookies } from './http/cookies.js'
import { deviceLabel } from './http/device-label.js'
import { checkRate } from './http/rate-limit.js'
import { readBody } from './http/read-body.js'
import { Refusal } from './http/refusal.js'
import { reply } from './http/reply.js'
import { checkMessage, type Expected } from './message/check-message.js'
import { createNonces } from './nonces.js'
import { checkOptions, type SiwxServerOptions } from './options.js'
import { createSessionCookies } from './sessions/session-cookies.js'
import { createSessionRoutes } from './sessions/session-routes.js'
import { createMemorySessionStore, nonceStoreOn } from './sessions/session-store.js'
import { createSessionTokens } from './sessions/session-token.js'
import { createStoredSessions } from './sessions/stored-sessions.js'
import { createMemoryStore } from './store.js'

/** Server for sign-in, for any environment with Web-standard requests and responses. */
export interface SiwxServer {
  /** Handles `nonce`, `verify`, `session`, `sessions` and `sign-out` below any path. Refuses all other requests and those of other sites. */
  handle(request: Request): Promise<Response>
  /** Valid sessions for the `Cookie` header of a request, newest first. */
  readSessions(cookieHeader: string | null | undefined): Promise<readonly SignInSession[]>
}

/** Binds nonces to the browser that requested them. */
const BROWSER = '-browser'
const BROWSER_BYTES = 20
/** Longer than any nonce, so that simultaneous tabs share it. */
const BROWSER_S = 86_400
/** Tolerance for clock differences between this server and its store. */
const SKEW_MS = 60_000

const newBrowser = (): string => hex.encode(crypto.getRandomValues(new Uint8Array(BROWSER_BYTES)))

/** Throws a `TypeError` for unsafe options. */
export function createSiwxServer(options: SiwxServerOptions): SiwxServer {
  const { origin, nonceTtlMs, sessionTtlMs, idleTtlMs, rotationMs } = checkOptions(options)
  const { networks, statement, resources, secrets, rateLimit, sessionStore = createMemorySessionStore() } = options
  const store = options.store ?? (options.sessionStore ? nonceStoreOn(options.sessionStore) : createMemoryStore())
  const limits = { ttlMs: sessionTtlMs, idleMs: idleTtlMs, rotationMs }
  const stored = sessionStore ? createStoredSessions(sessionStore, limits) : undefined
  const families = withOwnFamilies(options.families)
  const expected: Expected = {
    origin,
    statement,
    resources,
    networks: networks.map((one) => one.caipNetworkId),
    families,
    nonceTtlMs,
  }
  const cookies = createCookies(origin)
  const tokens = createSessionTokens(secrets, origin.origin)
  const sessions = createSessionCookies({ cookies, tokens, ttlS: sessionTtlMs / 1000, stored })
  const { listDevices, signOut } = createSessionRoutes({ sessions, stored })
  const nonces = createNonces(secrets, origin.origin)

  const browserOf = ({ headers }: Request): string | undefined => {
    const known = cookies.read(headers.get('cookie')).get(BROWSER) ?? ''
    return /^[0-9a-f]{40}$/.test(known) ? known : undefined
  }
  const keepBrowser = (browser: string): string => cookies.write(BROWSER, browser, BROWSER_S)

  async function listSessions(request: Request): Promise<Response> {
    const { open, cookies: refreshed } = await sessions.refresh(request.headers.get('cookie'))
    const now = new Date().toISOString() // clocks of visitors may be wrong
    const browser = browserOf(request) ? [] : [keepBrowser(newBrowser())]
    return reply({ sessions: open.map(({ session }) => session), now, isStored: stored !== undefined }, [
      ...browser,
      ...refreshed,
    ])
  }

  async function issueNonce(request: Request): Promise<Response> {
    await checkRate(rateLimit, { route: 'nonce', request })
    const now = Date.now()
    const browser = browserOf(request) ?? newBrowser() // shared, because another tab may be about to sign
    const issuedAt = new Date(now).toISOString()
    const expirationTime = new Date(now + nonceTtlMs).toISOString()
    const challenge = {
      domain: origin.host,
      uri: origin.origin,
      nonce: nonces.give(browser, expirationTime),
      issuedAt,
      expirationTime,
      statement,
      resources,
    }
    return reply(challenge, [keepBrowser(browser)])
  }

  /** Whether the nonce was issued to this browser and is used for the first time. */
  async function spend(message: SignInMessage, browser: string | undefined): Promise<boolean> {
    const { nonce, expirationTime = '' } = message
    if (!browser || !nonces.isOurs(nonce, browser, expirationTime)) return false
    const givenAt = Date.parse(expirationTime) - nonceTtlMs
    return store.spend({ key: nonce, givenAt, expiresAt: givenAt + nonceTtlMs + SKEW_MS })
  }

  async function verifyMessage(request: Request): Promise<Response> {
    await checkRate(rateLimit, { route: 'verify', request })
    const { message: text, signature } = await readBody(request)
    if (typeof text !== 'string' || typeof signature !== 'string')
      throw new Refusal('BAD_REQUEST', '"message" and "signature" must be strings.')
    const message = checkMessage(text, expected)
    const network = networks.find((one) => one.caipNetworkId === message.caipNetworkId)
    const cookieHeader = request.headers.get('cookie')
    // before the signature is verified, so that a concurrent request is refused
    if (!network || !(await spend(message, browserOf(request))))
      throw new Refusal('BAD_NONCE', 'The nonce was not given to this browser, was used before, or has expired.')
    await verify({ message, text, signature, network }, families)
    checkMessage(text, expected) // again, because it may have expired while a node was verifying
    const now = Date.now()
    const session: SignInSession = {
      accountId: `${message.caipNetworkId}:${message.address}`,
      signedInAt: new Date(now).toISOString(),
      expiresAt: new Date(now + sessionTtlMs).toISOString(),
    }
    const label = deviceLabel(request.headers.get('user-agent'))
    return reply({ session }, await sessions.add(cookieHeader, session, label))
  }

  const routes: Readonly<Record<string, readonly [method: string, run: (request: Request) => Promise<Response>]>> = {
    nonce: ['POST', issueNonce],
    verify: ['POST', verifyMessage],
    'sign-out': ['POST', signOut],
    session: ['GET', listSessions],
    sessions: ['GET', listDevices],
  }

  return {
    readSessions: async (header) => (await sessions.read(header)).map(({ session }) => session),
    async handle(request) {
      try {
        const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
        const route = Object.hasOwn(routes, name) ? routes[name] : undefined
        if (!route)
          throw new Refusal(
            'NOT_FOUND',
            'Unknown route. Routes: "nonce", "verify", "session", "sessions" and "sign-out".',
          )
        const [method, run] = route
        if (request.method !== method) throw new Refusal('METHOD_NOT_ALLOWED', `Send a ${method} request.`)
        checkSender(request, origin)
        return await run(request)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const response = reply({ error: { code: error.code, message: error.message } }, [], error.status)
        response.headers.set(REFUSAL_HEADER, error.code)
        if (error.retryAfterS) response.headers.set('retry-after', String(error.retryAfterS))
        return response
      }
    },
  }
}

/** Refuses requests of other sites, regardless of their cookies. */
function checkSender({ headers }: Request, origin: URL): void {
  const sender = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if ((sender === null || sender === origin.origin) && (site === null || site === 'same-origin' || site === 'none'))
    return
  throw new Refusal('WRONG_ORIGIN', `Requests are accepted only from pages of ${origin.origin}.`)
}
