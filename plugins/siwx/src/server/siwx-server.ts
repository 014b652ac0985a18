import type { SignInSession } from '../contract.js'
import { createBrowserCookie, newBrowserId } from './browser-cookie.js'
import { withOwnFamilies } from './families/families.js'
import { createCookies } from './http/cookies.js'
import { createHandler } from './http/handler.js'
import { reply } from './http/reply.js'
import type { Expected } from './message/check-message.js'
import { checkOptions, type SiwxServerOptions } from './options.js'
import { createSessionCookies } from './sessions/session-cookies.js'
import { createSessionRoutes } from './sessions/session-routes.js'
import { createMemorySessionStore, nonceStoreOn } from './sessions/session-store.js'
import { createSessionTokens } from './sessions/session-token.js'
import { createStoredSessions } from './sessions/stored-sessions.js'
import { createSignInRoutes } from './sign-in-routes.js'
import { createMemoryStore } from './store.js'

/** Sign-in server for every environment with Web-standard requests and responses. */
export interface SiwxServer {
  /** Handles paths that end with `nonce`, `verify`, `session`, `sessions` or `sign-out`. Refuses other paths, and requests of other sites. */
  handle(request: Request): Promise<Response>
  /** Valid sessions for the `Cookie` header of a request, newest first. */
  readSessions(cookieHeader: string | null | undefined): Promise<readonly SignInSession[]>
}

/** Creates the sign-in server of a site. Throws a `TypeError` with the reason if the options are unsafe or invalid. */
export function createSiwxServer(options: SiwxServerOptions): SiwxServer {
  const { origin, nonceTtlMs, sessionTtlMs, idleTtlMs, rotationMs } = checkOptions(options)
  const { networks, statement, resources, secrets, sessionStore = createMemorySessionStore() } = options
  const store = options.store ?? (options.sessionStore ? nonceStoreOn(options.sessionStore) : createMemoryStore())
  const limits = { ttlMs: sessionTtlMs, idleMs: idleTtlMs, rotationMs }
  const stored = sessionStore ? createStoredSessions(sessionStore, limits) : undefined
  const expected: Expected = {
    origin,
    statement,
    resources,
    networks: networks.map(({ caipNetworkId }) => caipNetworkId),
    families: withOwnFamilies(options.families),
    nonceTtlMs,
  }
  const cookies = createCookies(origin)
  const tokens = createSessionTokens(secrets, origin.origin)
  const sessions = createSessionCookies({ cookies, tokens, ttlS: sessionTtlMs / 1000, stored })
  const { listDevices, signOut } = createSessionRoutes({ sessions, stored })
  const browsers = createBrowserCookie(cookies)
  const { issueNonce, verifyMessage } = createSignInRoutes({
    options,
    expected,
    sessionTtlMs,
    store,
    sessions,
    browsers,
  })

  async function listSessions(request: Request): Promise<Response> {
    const { valid, cookies: refreshed } = await sessions.refresh(request.headers.get('cookie'))
    const now = new Date().toISOString() // the page needs the time, because the visitor's clock may be wrong
    const browser = browsers.read(request) ? [] : [browsers.write(newBrowserId())]
    return reply({ sessions: valid.map(({ session }) => session), now, isStored: stored !== undefined }, [
      ...browser,
      ...refreshed,
    ])
  }

  return {
    readSessions: async (header) => (await sessions.read(header)).map(({ session }) => session),
    handle: createHandler(origin, {
      nonce: ['POST', issueNonce],
      verify: ['POST', verifyMessage],
      'sign-out': ['POST', signOut],
      session: ['GET', listSessions],
      sessions: ['GET', listDevices],
    }),
  }
}
