import type { SignInSession } from './contract.js'
import type { SiteServer } from './site-server.js'

/** Sessions as last read from the site's server. */
export interface SessionCache {
  /** `undefined` before the first read, and after `set(undefined)`. */
  all(): readonly SignInSession[] | undefined
  /** Session of one account, unless it has expired. */
  of(accountId: string): SignInSession | undefined
  /**
   * Replaces all sessions; `undefined` clears the cache. Of several sessions of one account, stores the last one. The reply to a pending `read` does
   * not overwrite these sessions.
   */
  set(sessions: readonly SignInSession[] | undefined): void
  /** Reads the sessions; concurrent calls share one request. */
  read(): Promise<void>
  /**
   * Call this before the server creates a session of the account. The returned function checks whether that session still exists. If the cache has
   * changed since the call, the function reads the sessions again, and rejects if the request fails.
   */
  watchCreated(accountId: string): () => Promise<boolean>
}

/** Creates the cache. `settled` resolves when the server has confirmed every sign-out; `read` waits for it. */
export function createSessionCache(server: SiteServer, settled: () => Promise<void>): SessionCache {
  let byAccountId: ReadonlyMap<string, SignInSession> | undefined
  let reading: Promise<void> | undefined
  let version = 0
  const isValid = ({ expiresAt }: SignInSession): boolean => Date.parse(expiresAt) > server.now()
  const set = (sessions: readonly SignInSession[] | undefined): void => {
    version++
    reading = undefined
    byAccountId = sessions && new Map(sessions.map((session) => [session.accountId, session]))
  }
  const readOnce = async (): Promise<void> => {
    await settled()
    const before = version
    const sessions = await server.sessions()
    if (before === version) set(sessions.filter(isValid))
    else if (!byAccountId) await read()
  }
  const read = (): Promise<void> => {
    if (reading) return reading
    const own = readOnce().finally(() => {
      if (reading === own) reading = undefined
    })
    reading = own
    return own
  }
  const of = (accountId: string): SignInSession | undefined => {
    const session = byAccountId?.get(accountId)
    return session && isValid(session) ? session : undefined
  }
  return {
    all: () => byAccountId && [...byAccountId.values()],
    of,
    set,
    read,
    watchCreated(accountId) {
      const before = version
      return async () => {
        if (before === version) return true
        await read()
        return of(accountId) !== undefined
      }
    },
  }
}
