import { hex } from '@scure/base'
import type { SignInMessage, SignInSession } from '../contract.js'
import { REFUSAL_HEADER } from '../refusal-header.js'
import { type SignInFamily, withOwnFamilies } from './families/families.js'
import { type SignInNetwork, verify } from './families/verifier.js'
import { createCookies } from './http/cookies.js'
import { deviceLabel } from './http/device-label.js'
import { checkRate, type RateLimit } from './http/rate-limit.js'
import { readBody } from './http/read-body.js'
import { Refusal } from './http/refusal.js'
import { reply } from './http/reply.js'
import { checkMessage, type Expected } from './message/check-message.js'
import { createNonces } from './nonces.js'
import { checkOptions } from './options.js'
import { createSessionCookies } from './sessions/session-cookies.js'
import { createSessionRoutes } from './sessions/session-routes.js'
import { createMemorySessionStore, nonceStoreOn, type SessionStore } from './sessions/session-store.js'
import { createSessionTokens } from './sessions/session-token.js'
import { createStoredSessions } from './sessions/stored-sessions.js'
import { createMemoryStore, type NonceStore } from './store.js'

export interface SiwxServerOptions {
  /** Where visitors see the site, such as `https://shop.example`. It is what messages must name: a request's own word does not count. */
  readonly origin: string
  /** Sign sessions and nonces: 32 characters or more each, kept out of the repository. The first signs, the others are still taken. */
  readonly secrets: readonly string[]
  /** On which networks visitors may sign in. Networks of wallet-modal.json fit as they are. */
  readonly networks: readonly SignInNetwork[]
  /** A line for the visitor, in ASCII and on one line, that stands in the message. */
  readonly statement?: string
  /** URIs that stand in the message. */
  readonly resources?: readonly string[]
  /** How long a session lasts at most, in seconds. Default: a week. */
  readonly sessionTtlS?: number
  /** How long a stored session lasts without a request, in seconds. Default: three days, or `sessionTtlS` if that is shorter. */
  readonly idleTtlS?: number
  /** After how many seconds a stored session gets a new secret in its cookie. Default: an hour. */
  readonly rotationS?: number
  /** How long there is to sign, in seconds, at most 300. Default: 300. */
  readonly nonceTtlS?: number
  /** Chain families beside eip155, solana, polkadot and bip122, or in place of them. The plugin of a family brings its own. */
  readonly families?: readonly SignInFamily[]
  /** Used nonces. Default: `sessionStore` if one is given, else {@link createMemoryStore}, for a site that runs in a single process. */
  readonly store?: NonceStore
  /**
   * Where sessions are stored, so that they can be listed and ended. Default: {@link createMemorySessionStore}, for a site that runs in a single process.
   * `false`: sessions are signed cookies only. Then a copied cookie is valid until it expires, also after signing out, and there is no list, no idle
   * limit, no rotation, and no signing out of other browsers.
   */
  readonly sessionStore?: SessionStore | false
  /** Called before each `nonce` and `verify` request. Returns the seconds that the sender has to wait; 0 lets the request through. Default: no limit. */
  readonly rateLimit?: RateLimit
}

/** The server half of sign-in, for whatever has Web-standard requests and responses. */
export interface SiwxServer {
  /** Answers `nonce`, `verify`, `session`, `sessions` and `sign-out` below any path. Anything else, and a request of another site, is refused. */
  handle(request: Request): Promise<Response>
  /** Who is signed in, the latest first, by the `Cookie` header of a request. Empty: nobody. */
  readSessions(cookieHeader: string | null | undefined): Promise<readonly SignInSession[]>
}

/** Ties nonces to the browser that asked for them. */
const BROWSER = '-browser'
const BROWSER_BYTES = 20
/** Longer than any nonce, so that tabs that ask at once have one already. */
const BROWSER_S = 86_400
/** Clocks of this server and of what the store runs on differ by less. */
const SKEW_MS = 60_000

const newBrowser = (): string => hex.encode(crypto.getRandomValues(new Uint8Array(BROWSER_BYTES)))

/** Throws a `TypeError` for options that would not be safe. */
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
    const now = new Date().toISOString() // visitors' clocks may be wrong
    const browser = browserOf(request) ? [] : [keepBrowser(newBrowser())]
    return reply({ sessions: open.map(({ session }) => session), now, isStored: stored !== undefined }, [
      ...browser,
      ...refreshed,
    ])
  }

  async function issueNonce(request: Request): Promise<Response> {
    await checkRate(rateLimit, { route: 'nonce', request })
    const now = Date.now()
    const browser = browserOf(request) ?? newBrowser() // another tab may be about to sign
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

  /** Whether this browser was given the nonce and uses it for the first time. */
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
      throw new Refusal('BAD_REQUEST', '"message" and "signature" must be texts.')
    const message = checkMessage(text, expected)
    const network = networks.find((one) => one.caipNetworkId === message.caipNetworkId)
    const cookieHeader = request.headers.get('cookie')
    // before the signature is looked at: whoever comes second is refused, however long that takes
    if (!network || !(await spend(message, browserOf(request))))
      throw new Refusal('BAD_NONCE', 'The nonce was not given to this browser, was used before, or has expired.')
    await verify({ message, text, signature, network }, families)
    checkMessage(text, expected) // a node that was asked may have taken its time
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
        if (!route) throw new Refusal('NOT_FOUND', 'There are "nonce", "verify", "session", "sessions" and "sign-out".')
        const [method, run] = route
        if (request.method !== method) throw new Refusal('METHOD_NOT_ALLOWED', `Ask with ${method}.`)
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

/** Pages of other sites have no business here, whatever cookies their requests carry. */
function checkSender({ headers }: Request, origin: URL): void {
  const sender = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if ((sender === null || sender === origin.origin) && (site === null || site === 'same-origin' || site === 'none'))
    return
  throw new Refusal('WRONG_ORIGIN', `Requests come from pages of ${origin.origin}.`)
}
