import * as v from 'valibot'
import type { Store } from '../store.js'
import { accountOf } from './address-entry.js'
import { type Logins, loginEnded, SESSION_MS } from './devices/logins.js'
import type { Identities, SealedLabel } from './identities.js'
import type { Secrets } from './secrets.js'

/** Session. `email` and `userName` are encrypted in the store, and decrypted in results of {@link Sessions.read}. `site` is an origin. */
const session = v.object({
  accountId: v.string(),
  /** Id of the login in {@link Logins}. */
  login: v.string(),
  email: v.optional(v.string()),
  socialProvider: v.optional(v.string()),
  userName: v.optional(v.string()),
  site: v.string(),
  /** Milliseconds since 1970. */
  expiresAt: v.number(),
})
export type Session = v.InferOutput<typeof session>

interface SessionsDependencies {
  readonly store: Store
  readonly secrets: Secrets
  readonly now: () => number
  readonly logins: Logins
  readonly identities: Identities
}

/** Sessions in the store, by session token. */
export interface Sessions {
  add(token: string, session: SealedLabel & Pick<Session, 'accountId' | 'login' | 'site'>): Promise<void>
  /**
   * Session with decrypted `email` and `userName`. Rejects with `UNAUTHORIZED` if the session or its login has ended, or if another session has
   * changed the account's email address.
   */
  read(token: string): Promise<Session>
  /** Deletes a session and resolves with it; `undefined` if there is none. `email` and `userName` stay encrypted. */
  take(token: string): Promise<Session | undefined>
  /** Replaces the label of a session. */
  relabel(token: string, label: SealedLabel): Promise<void>
}

export function createSessions({ store, secrets, now, logins, identities }: SessionsDependencies): Sessions {
  const keyOf = async (token: string): Promise<string> => `session:${await secrets.hash('session', token)}`
  return {
    async add(token, record) {
      const stored = { ...record, expiresAt: now() + SESSION_MS }
      await store.set(await keyOf(token), stored, { lifetimeMs: SESSION_MS })
    },
    async read(token) {
      const stored = v.safeParse(session, await store.get(await keyOf(token)))
      if (!stored.success || stored.output.expiresAt <= now()) throw loginEnded()
      const { email: _email, userName: _userName, ...unlabelled } = stored.output
      const label = await identities.openLabel(stored.output)
      const { email } = label
      const { accountId, login } = unlabelled
      // if another session has changed the account's address, the address of this session belongs to another account or to none
      if (email !== undefined && accountOf(await store.get(await identities.accountKey({ email }))) !== accountId)
        throw loginEnded()
      await logins.use(accountId, login)
      return { ...unlabelled, ...label }
    },
    async take(token) {
      const found = v.safeParse(session, await store.take(await keyOf(token)))
      return found.success ? found.output : undefined
    },
    async relabel(token, label) {
      const relabelled = (before: unknown) => ({ ...v.parse(session, before), ...label })
      await store.update(await keyOf(token), relabelled, { lifetimeMs: SESSION_MS })
    },
  }
}
