import * as v from 'valibot'
import { RequestError } from '../../http.js'
import type { Store } from '../../store.js'
import { randomToken } from '../secrets.js'

/** A login ends after this time, whatever it was used for. */
export const SESSION_MS = 7 * 24 * 60 * 60_000
/** Logins of one account at a time. Another one ends the oldest. */
export const MAX_LOGINS = 50
/** How exactly the time of the last use is stored. */
const USED_MS = 60_000

const loginSchema = v.object({
  id: v.string(),
  site: v.string(),
  /** Name that the browser gave itself, see `browserName`. */
  browser: v.string(),
  /** Hash by which the browser is registered for the account's address, see `DeviceLinks`. */
  device: v.optional(v.string()),
  /** Milliseconds since 1970. */
  loggedInAt: v.number(),
  usedAt: v.number(),
})
export type AccountLogin = v.InferOutput<typeof loginSchema>

const loginList = v.fallback(v.array(loginSchema), [])

/**
 * Logins of each account, in one value of the store: a session works while its login is listed, so that ending a login, or all others, is one step that no
 * request can overtake.
 */
export interface Logins {
  /** Resolves with the id of the new login. */
  add(accountId: string, login: Pick<AccountLogin, 'site' | 'browser' | 'device'>): Promise<string>
  /** Notes that a login is used. Rejects with `UNAUTHORIZED` where it has ended. */
  use(accountId: string, id: string): Promise<void>
  /** The latest used first. */
  list(accountId: string): Promise<readonly AccountLogin[]>
  /** Ends the logins that `isEnded` is true for. Resolves with them. */
  end(accountId: string, isEnded: (login: AccountLogin) => boolean): Promise<readonly AccountLogin[]>
}

export const loginEnded = (): RequestError =>
  new RequestError('UNAUTHORIZED', 'The login has ended. Log in again.', { reason: 'LOGIN_ENDED' })

export function createLogins({ store, now }: { readonly store: Store; readonly now: () => number }): Logins {
  const keyOf = (accountId: string): string => `logins:${accountId}`
  const live = (stored: unknown): readonly AccountLogin[] =>
    v.parse(loginList, stored).filter(({ loggedInAt }) => loggedInAt + SESSION_MS > now())
  const change = (accountId: string, to: (logins: readonly AccountLogin[]) => readonly AccountLogin[]) =>
    store.update(
      keyOf(accountId),
      (before) => {
        const after = to(live(before))
        return after.length > 0 ? after : undefined
      },
      { lifetimeMs: SESSION_MS },
    )
  const find = (logins: readonly AccountLogin[], id: string): AccountLogin => {
    const login = logins.find((one) => one.id === id)
    if (login) return login
    throw loginEnded()
  }
  return {
    async add(accountId, login) {
      const id = randomToken()
      const added = { ...login, id, loggedInAt: now(), usedAt: now() }
      await change(accountId, (logins) => [...logins, added].slice(-MAX_LOGINS))
      return id
    },
    async use(accountId, id) {
      const { usedAt } = find(live(await store.get(keyOf(accountId))), id)
      if (usedAt + USED_MS > now()) return
      await change(accountId, (logins) => {
        const login = find(logins, id)
        return logins.map((one) => (one === login ? { ...login, usedAt: now() } : one))
      })
    },
    async list(accountId) {
      const logins = live(await store.get(keyOf(accountId)))
      return logins.toSorted((one, other) => other.usedAt - one.usedAt)
    },
    async end(accountId, isEnded) {
      let ended: readonly AccountLogin[] = []
      await change(accountId, (logins) => {
        ended = logins.filter(isEnded)
        return logins.filter((one) => !ended.includes(one))
      })
      return ended
    },
  }
}
