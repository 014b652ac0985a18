import type { SignInSession } from './contract.js'
import type { SiteServer } from './site-server.js'

/** Sessions as last read from the site's server. */
export interface SessionCache {
  /** `undefined` before the first read, and after the sessions may have changed. */
  all(): readonly SignInSession[] | undefined
  /** Session of one account, unless it has expired. */
  of(accountId: string): SignInSession | undefined
  /**
   * Replaces all sessions. If the list has several sessions of an account, the last one is stored. Ignores replies to requests sent before the call.
   */
  set(sessions: readonly SignInSession[] | undefined): void
  /** Reads the sessions; concurrent calls share one request. */
  read(): Promise<void>
  /**
   * Must be called before the server creates a session for the account. Returns a function that checks whether the created session still exists. If
   * any session has changed since the call, in this tab or another, the function reads the sessions again, and rejects if that fails.
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
