import * as v from 'valibot'
import { RequestError } from '../http.js'
import type { Store } from '../store.js'
import { createLogins, loginEnded as ended, type Logins, SESSION_MS } from './devices/logins.js'
import { randomToken, type Secrets } from './secrets.js'

/** Proof of a visitor's identity: an email address that received a code, or an account at a service. */
export type Identity =
  | { readonly email: string }
  | { readonly socialProvider: string; readonly subject: string; readonly userName?: string }

const session = v.object({
  accountId: v.string(),
  /** Id of the login in {@link Logins}. */
  login: v.string(),
  email: v.optional(v.string()),
  socialProvider: v.optional(v.string()),
  userName: v.optional(v.string()),
  site: v.string(),
  expiresAt: v.number(),
})
export type Session = v.InferOutput<typeof session>

const key = v.object({ address: v.string(), share: v.string(), recovery: v.string() })
/** Stored parts of an account's key, in hex: the gateway's share, and the encrypted recovery share, which the gateway cannot decrypt. */
export type KeyRecord = v.InferOutput<typeof key>

/** Site and browser of a login. `device` is the browser's hash, if it is registered. */
export interface LoginOrigin {
  readonly site: string
  readonly browser: string
  readonly device?: string | undefined
}

export interface Accounts {
  readonly logins: Logins
  /** Resolves with a session token. Creates the account on its first login. */
  logIn(identity: Identity, from: LoginOrigin): Promise<string>
  /** Rejects with `UNAUTHORIZED`. */
  session(token: string): Promise<Session>
  logOut(token: string): Promise<void>
  /**
   * Changes the email address of a session's account. The session stays valid; the account's other sessions of the old address end. Rejects with
   * `CONFLICT` if the new address has an account, and with `UNAUTHORIZED` if the session's address is no longer the account's.
   */
  changeEmail(token: string, email: string): Promise<void>
  key(accountId: string): Promise<KeyRecord | null>
  /** Once for each account: rejects with `CONFLICT` if it has a key. */
  storeKey(accountId: string, record: KeyRecord): Promise<void>
}

interface AccountParts {
  readonly store: Store
  readonly secrets: Secrets
  readonly now: () => number
}

export function createAccounts({ store, secrets, now }: AccountParts): Accounts {
  const logins = createLogins({ store, now })
  const sessionKey = async (token: string): Promise<string> => `session:${await secrets.hash('session', token)}`
  /** Each proof has its own account: an email address reported by a social service is not a proof of that address. */
  const identityHash = (identity: Identity): Promise<string> =>
    'email' in identity
      ? secrets.hash('email', identity.email)
      : secrets.hash(`social ${identity.socialProvider}`, identity.subject)
  /** Label by which the visitor recognizes the account. Encrypted, so that a copy of the store does not reveal the owners. */
  const sealedLabel = async (identity: Identity): Promise<Pick<Session, 'email' | 'socialProvider' | 'userName'>> => {
    if ('email' in identity) return { email: await secrets.sealText('session email', identity.email) }
    const { socialProvider, userName } = identity
    if (userName === undefined) return { socialProvider }
    return { socialProvider, userName: await secrets.sealText('session name', userName) }
  }
  const accountKey = async (email: string): Promise<string> => `account:${await secrets.hash('email', email)}`
  const readSession = async (token: string): Promise<Session> => {
    const found = v.safeParse(session, await store.get(await sessionKey(token)))
    if (!found.success || found.output.expiresAt <= now()) throw ended()
    const { email: sealedEmail, userName, ...rest } = found.output
    const email = sealedEmail === undefined ? undefined : await secrets.openText('session email', sealedEmail)
    // another session changed the address
    if (email !== undefined && (await store.get(await accountKey(email))) !== rest.accountId) throw ended()
    await logins.use(rest.accountId, rest.login)
    return {
      ...rest,
      ...(email !== undefined && { email }),
      ...(userName !== undefined && { userName: await secrets.openText('session name', userName) }),
    }
  }
  const changeEmail = async (token: string, email: string): Promise<void> => {
    const { accountId, login, email: oldEmail } = await readSession(token)
    if (oldEmail === undefined) throw new RequestError('INVALID_REQUEST', 'This account has no email address.')
    const newKey = await accountKey(email)
    const release = (before: unknown): unknown => (before === accountId ? undefined : before)
    await store.update(newKey, (before) => {
      if (before === undefined || before === accountId) return accountId
      throw new RequestError('CONFLICT', 'This email address belongs to another wallet.', { reason: 'ADDRESS_TAKEN' })
    })
    const sealed = await secrets.sealText('session email', email)
    const rename = (before: unknown) => ({ ...v.parse(session, before), email: sealed })
    try {
      // of two simultaneous changes, the second finds the old address replaced
      await store.update(await accountKey(oldEmail), (before) => {
        if (before !== accountId) throw ended()
        return undefined
      })
    } catch (error) {
      await store.update(newKey, release)
      throw error
    }
    await store.update(await sessionKey(token), rename, { lifetimeMs: SESSION_MS })
    await logins.end(accountId, ({ id }) => id !== login)
  }
  return {
    logins,
    changeEmail,
    async logIn(identity, { site, browser, device }) {
      const fresh = randomToken()
      const accountId = await store.update(`account:${await identityHash(identity)}`, (before) =>
        typeof before === 'string' ? before : fresh,
      )
      const token = randomToken()
      const login = await logins.add(accountId, { site, browser, ...(device !== undefined && { device }) })
      const record = { ...(await sealedLabel(identity)), accountId, login, site, expiresAt: now() + SESSION_MS }
      await store.set(await sessionKey(token), record, { lifetimeMs: SESSION_MS })
      return token
    },
    session: readSession,
    async logOut(token) {
      const found = v.safeParse(session, await store.take(await sessionKey(token)))
      if (found.success) await logins.end(found.output.accountId, ({ id }) => id === found.output.login)
    },
    async key(accountId) {
      const stored = await store.get(`key:${accountId}`)
      if (stored === undefined) return null
      const record = v.parse(key, stored)
      return { ...record, share: await secrets.open(accountId, record.share) }
    },
    async storeKey(accountId, record) {
      const sealed = { ...record, share: await secrets.seal(accountId, record.share) }
      await store.update(`key:${accountId}`, (before) => {
        if (before !== undefined) throw new RequestError('CONFLICT', 'The account has a key.')
        return sealed
      })
    },
  }
}
