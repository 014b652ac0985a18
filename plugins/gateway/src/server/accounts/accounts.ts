import * as v from 'valibot'
import { RequestError } from '../http.js'
import type { Store } from '../store.js'
import { accountOf, addChange, removeChange } from './address-entry.js'
import { createLogins, type Logins, loginEnded } from './devices/logins.js'
import { createIdentities, type Identities, type Identity } from './identities.js'
import { randomToken, type Secrets } from './secrets.js'
import { createSessions, type Session, type Sessions } from './sessions.js'

const key = v.object({ address: v.string(), share: v.string(), recovery: v.string() })
/**
 * Address of an account's key, and two shares of the key in hex. `share`: the gateway's share. `recovery`: the recovery share, encrypted so that only
 * the visitor can decrypt it.
 */
export type KeyRecord = v.InferOutput<typeof key>

/** Origin of a login's site, and name of its browser. `device`: hash under which the browser is registered; absent if it is not registered. */
export interface LoginOrigin {
  readonly site: string
  readonly browser: string
  readonly device?: string | undefined
}

/** Accounts of the embedded wallet, with their sessions and key shares. */
export interface Accounts {
  readonly logins: Logins
  /** Starts a session and resolves with its token. Creates the account on the first login of the identity. */
  logIn(identity: Identity, from: LoginOrigin): Promise<string>
  /** Session of a token. Rejects with `UNAUTHORIZED` if there is none, or it has ended. */
  session(token: string): Promise<Session>
  /** Ends the session and its login. Does nothing if there is none. */
  logOut(token: string): Promise<void>
  /**
   * Changes the email address of a session's account. The session stays valid; all other sessions of the account end. Rejects with `CONFLICT` if the
   * new address belongs to another account. Rejects with `UNAUTHORIZED` if the session has ended, or another session has changed the address. Rejects
   * with `INVALID_REQUEST` if the account has no email address.
   */
  changeEmail(token: string, email: string): Promise<void>
  /** Key of an account; `null` if it has none. */
  key(accountId: string): Promise<KeyRecord | null>
  /** Stores the key of an account. Rejects with `CONFLICT` if the account already has a key. */
  storeKey(accountId: string, record: KeyRecord): Promise<void>
}

/** Error for a request that needs the account's key, if the account has none. */
export const keyMissing = (): RequestError =>
  new RequestError('NOT_FOUND', 'The server has no key for this wallet. Contact the site.', { reason: 'NO_KEY' })

interface AccountsDependencies {
  readonly store: Store
  readonly secrets: Secrets
  readonly now: () => number
  /** Receives errors that do not fail a request. */
  readonly onFault: (error: unknown) => void
}

export function createAccounts({ store, secrets, now, onFault }: AccountsDependencies): Accounts {
  const logins = createLogins({ store, now, onFault })
  const identities = createIdentities(secrets)
  const sessions = createSessions({ store, secrets, now, logins, identities })
  return {
    logins,
    changeEmail: (token, email) => changeEmail(token, email, { store, logins, identities, sessions }),
    async logIn(identity, { site, browser, device }) {
      const newAccountId = randomToken()
      const entry = await store.update(await identities.accountKey(identity), (before) => before ?? newAccountId)
      const accountId = accountOf(entry) ?? newAccountId
      const token = randomToken()
      const login = await logins.add(accountId, { site, browser, ...(device !== undefined && { device }) })
      await sessions.add(token, { ...(await identities.sealedLabel(identity)), accountId, login, site })
      return token
    },
    session: sessions.read,
    async logOut(token) {
      const ended = await sessions.take(token)
      if (ended) await logins.end(ended.accountId, ({ id }) => id === ended.login)
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
        if (before !== undefined) throw new RequestError('CONFLICT', 'The account already has a key.')
        return sealed
      })
    },
  }
}

interface EmailChangeDependencies {
  readonly store: Store
  readonly logins: Logins
  readonly identities: Identities
  readonly sessions: Sessions
}

async function changeEmail(token: string, email: string, dependencies: EmailChangeDependencies): Promise<void> {
  const { store, logins, identities, sessions } = dependencies
  const { accountId, login, email: oldEmail } = await sessions.read(token)
  if (oldEmail === undefined) throw new RequestError('INVALID_REQUEST', 'This account has no email address.')
  const oldKey = await identities.accountKey({ email: oldEmail })
  const newKey = await identities.accountKey({ email })
  // the keys are equal if another tab of this login has already changed the address
  if (oldKey !== newKey) {
    await moveAccount(store, { accountId, oldKey, newKey })
    await sessions.relabel(token, await identities.sealedLabel({ email }))
  }
  await logins.end(accountId, ({ id }) => id !== login)
}

interface Move {
  readonly accountId: string
  readonly oldKey: string
  readonly newKey: string
}

/**
 * Replaces the address of an account. Writes the new entry before it deletes the old one, so that the account always has an entry. If the old entry
 * has changed meanwhile, because of a simultaneous move, removes the change from the new entry and rejects.
 */
async function moveAccount(store: Store, { accountId, oldKey, newKey }: Move): Promise<void> {
  const oldEntry = await store.get(oldKey)
  if (accountOf(oldEntry) !== accountId) throw loginEnded()
  const change = randomToken()
  await store.update(newKey, (before) => {
    const after = addChange(before, accountId, change)
    if (after) return after
    throw new RequestError('CONFLICT', 'This email address belongs to another wallet.', { reason: 'ADDRESS_TAKEN' })
  })
  let isUnchanged = false
  // if this write fails, the new entry stays, because the store may have deleted the old entry before it failed
  await store.update(oldKey, (before) => {
    isUnchanged = JSON.stringify(before) === JSON.stringify(oldEntry)
    return isUnchanged ? undefined : before
  })
  if (isUnchanged) return
  await store.update(newKey, (before) => removeChange(before, change))
  throw loginEnded()
}
