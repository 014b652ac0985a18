import type { SignInMessage, SignInSession } from '../contract.js'
import { type BrowserCookie, newBrowserId } from './browser-cookie.js'
import { verify } from './families/verifier.js'
import { deviceLabel } from './http/device-label.js'
import { checkRate } from './http/rate-limit.js'
import { readBody } from './http/read-body.js'
import { Refusal } from './http/refusal.js'
import { reply } from './http/reply.js'
import { checkMessage, type Expected } from './message/check-message.js'
import { createNonces } from './nonces.js'
import type { SiwxServerOptions } from './options.js'
import type { SessionCookies } from './sessions/session-cookies.js'
import type { NonceStore } from './store.js'

/** Tolerance for clock differences between this server and its store. */
const SKEW_MS = 60_000

interface SignInRoutesOptions {
  readonly options: SiwxServerOptions
  readonly expected: Expected
  readonly sessionTtlMs: number
  readonly store: NonceStore
  readonly sessions: SessionCookies
  readonly browsers: BrowserCookie
}

interface SignInRoutes {
  /** Replies with the fields of the message to sign. */
  issueNonce(request: Request): Promise<Response>
  /** Starts a session for a signed message. */
  verifyMessage(request: Request): Promise<Response>
}

export function createSignInRoutes({
  options,
  expected,
  sessionTtlMs,
  store,
  sessions,
  browsers,
}: SignInRoutesOptions): SignInRoutes {
  const { networks, rateLimit } = options
  const { origin, statement, resources, families, nonceTtlMs } = expected
  const nonces = createNonces(options.secrets, origin.origin)

  /** Marks the nonce as used. Resolves with true if the nonce was issued to this browser and was not used before. */
  async function spend(message: SignInMessage, browser: string | undefined): Promise<boolean> {
    const { nonce, expirationTime = '' } = message
    if (!browser || !nonces.isIssued(nonce, browser, expirationTime)) return false
    const issuedAt = Date.parse(expirationTime) - nonceTtlMs
    return store.spend({ key: nonce, issuedAt, expiresAt: issuedAt + nonceTtlMs + SKEW_MS })
  }

  return {
    async issueNonce(request) {
      await checkRate(rateLimit, { route: 'nonce', request })
      const now = Date.now()
      const browser = browsers.read(request) ?? newBrowserId() // keeps the id: a new one would invalidate the nonces of other tabs
      const issuedAt = new Date(now).toISOString()
      const expirationTime = new Date(now + nonceTtlMs).toISOString()
      const nonce = nonces.issue(browser, expirationTime)
      const site = { domain: origin.host, uri: origin.origin }
      return reply({ ...site, nonce, issuedAt, expirationTime, statement, resources }, [browsers.write(browser)])
    },
    async verifyMessage(request) {
      await checkRate(rateLimit, { route: 'verify', request })
      const { message: text, signature } = await readBody(request)
      if (typeof text !== 'string' || typeof signature !== 'string')
        throw new Refusal('BAD_REQUEST', '"message" and "signature" must be strings.')
      const message = checkMessage(text, expected)
      const network = networks.find(({ caipNetworkId }) => caipNetworkId === message.caipNetworkId)
      // the nonce is used before the signature is verified, so that a concurrent request with the same message is refused
      if (!network || !(await spend(message, browsers.read(request))))
        throw new Refusal('BAD_NONCE', 'The nonce was not given to this browser, was used before, or has expired.')
      await verify({ message, text, signature, network }, families)
      checkMessage(text, expected) // again, because the message may have expired while a node verified the signature
      const session = newSession(message, sessionTtlMs)
      const label = deviceLabel(request.headers.get('user-agent'))
      return reply({ session }, await sessions.add(request.headers.get('cookie'), session, label))
    },
  }
}

function newSession({ caipNetworkId, address }: SignInMessage, ttlMs: number): SignInSession {
  const now = Date.now()
  return {
    accountId: `${caipNetworkId}:${address}`,
    signedInAt: new Date(now).toISOString(),
    expiresAt: new Date(now + ttlMs).toISOString(),
  }
}
