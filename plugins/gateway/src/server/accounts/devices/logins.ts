import * as v from 'valibot'
import { isRequestError, RequestError } from '../../http.js'
import type { Store } from '../../store.js'
import { randomToken } from '../secrets.js'

/** Maximum lifetime of a login, regardless of use. */
export const SESSION_MS = 7 * 24 * 60 * 60_000
/** Maximum number of simultaneous logins of one account. One more login ends the oldest. */
export const MAX_LOGINS = 50
/** Minimum interval between two updates of `usedAt`. */
const USED_AT_PRECISION_MS = 60_000

const loginSchema = v.object({
  id: v.string(),
  site: v.string(),
  /** Name of the browser, see `browserName`. */
  browser: v.string(),
  /** Hash by which the browser is registered for the account's address; see `DeviceLinks`. */
  device: v.optional(v.string()),
  /** Milliseconds since 1970. */
  loggedInAt: v.number(),
  /** Time of last use, in milliseconds since 1970. */
  usedAt: v.number(),
})
export type AccountLogin = v.InferOutput<typeof loginSchema>

/** Stored logins of an account that have not expired. */
interface StoredLogins {
  readonly logins: readonly AccountLogin[]
  /** Stored values that are not valid logins, for example those of a newer gateway. */
  readonly unreadable: readonly unknown[]
}

/**
 * Logins of each account. A session is valid while its login is listed. Each account has one value in the store, so that ending several logins is
 * atomic. Unreadable logins are not listed. They stay in the store until they expire or {@link Logins.end} is called.
 */
export interface Logins {
  /** Resolves with the id of the new login. */
  add(accountId: string, login: Pick<AccountLogin, 'site' | 'browser' | 'device'>): Promise<string>
  /** Updates the time of last use, if the store can write. Rejects with `UNAUTHORIZED` if the login has ended. */
  use(accountId: string, id: string): Promise<void>
  /** Logins of an account; the most recently used login comes first. */
  list(accountId: string): Promise<readonly AccountLogin[]>
  /**
   * Ends the logins for which `isEnded` returns true. Also ends unreadable logins, because `isEnded` cannot check them. Resolves with the ended logins
   * that are readable.
   */
  end(accountId: string, isEnded: (login: AccountLogin) => boolean): Promise<readonly AccountLogin[]>
}

export const loginEnded = (): RequestError =>
  new RequestError('UNAUTHORIZED', 'The login has ended. Log in again.', { reason: 'LOGIN_ENDED' })

interface LoginsDependencies {
  readonly store: Store
  readonly now: () => number
  /** Receives an error if the time of last use cannot be stored. */
  readonly onFault: (error: unknown) => void
}

export function createLogins({ store, now, onFault }: LoginsDependencies): Logins {
  const keyOf = (accountId: string): string => `logins:${accountId}`
  const isExpired = (login: unknown): boolean => Object(login).loggedInAt + SESSION_MS <= now()
  const activeLogins = (stored: unknown): StoredLogins => {
    const active: readonly unknown[] = Array.isArray(stored) ? stored.filter((login) => !isExpired(login)) : []
    const results = active.map((login) => v.safeParse(loginSchema, login))
    return {
      logins: results.flatMap(({ success, output }) => (success ? [output] : [])),
      unreadable: active.filter((_, at) => !results[at]?.success),
    }
  }
  const read = async (accountId: string): Promise<readonly AccountLogin[]> =>
    activeLogins(await store.get(keyOf(accountId))).logins
  const change = (accountId: string, to: (before: StoredLogins) => readonly unknown[]) =>
    store.update(
      keyOf(accountId),
      (before) => {
        const after = to(activeLogins(before))
        return after.length > 0 ? after : undefined
      },
      { lifetimeMs: SESSION_MS },
    )
  const find = (logins: readonly AccountLogin[], id: string): AccountLogin => {
    const login = logins.find((entry) => entry.id === id)
    if (login) return login
    throw loginEnded()
  }
  return {
    async add(accountId, login) {
      const id = randomToken()
      const added = { ...login, id, loggedInAt: now(), usedAt: now() }
      await change(accountId, ({ logins, unreadable }) => [...unreadable, ...logins, added].slice(-MAX_LOGINS))
      return id
    },
    async use(accountId, id) {
      const { usedAt } = find(await read(accountId), id)
      if (usedAt + USED_AT_PRECISION_MS > now()) return
      const used = change(accountId, ({ logins, unreadable }) => {
        const login = find(logins, id)
        return [...unreadable, ...logins.map((entry) => (entry === login ? { ...login, usedAt: now() } : entry))]
      })
      await used.catch((error: unknown) => {
        if (isRequestError(error)) throw error // the login has ended meanwhile
        onFault(error) // a store that cannot write, such as one on a full disk, must not prevent reads
      })
    },
    async list(accountId) {
      const logins = await read(accountId)
      return logins.toSorted((a, b) => b.usedAt - a.usedAt)
    },
    async end(accountId, isEnded) {
      let ended: readonly AccountLogin[] = []
      await change(accountId, ({ logins }) => {
        ended = logins.filter(isEnded)
        return logins.filter((entry) => !ended.includes(entry))
      })
      return ended
    },
  }
}
