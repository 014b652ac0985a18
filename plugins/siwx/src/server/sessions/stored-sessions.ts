import { hex } from '@scure/base'
import type { SignInSession } from '../../contract.js'
import { type SessionRecord, toRecords } from './session-record.js'
import type { SessionStore } from './session-store.js'

/** Id and secret of a stored session, as its cookie contains them. */
export interface SessionKey {
  readonly id: string
  /** Changes with each rotation. */
  readonly secret: string
}

/** Sessions of all browsers in a store: one entry for each account. */
export interface StoredSessions {
  create(session: SignInSession, label: string): Promise<SessionKey>
  /**
   * Checks the key of a request and updates the time of the last use. Resolves with the key that the browser has to send from now on; `undefined` if
   * the session has ended or the secret is invalid. `rotate`: whether the secret may be replaced.
   */
  check(session: SignInSession, key: SessionKey, rotate: boolean): Promise<SessionKey | undefined>
  /** Valid sessions of the account, the most recently used first. */
  list(accountId: string): Promise<readonly SessionRecord[]>
  /** Ends one session of the account; without `id` all of them. */
  end(accountId: string, id?: string): Promise<void>
}

interface Limits {
  readonly ttlMs: number
  readonly idleMs: number
  readonly rotationMs: number
}

/** Maximum number of sessions of an account. One more sign-in ends the least recently used session. */
const MAX_SESSIONS = 50
/** Minimum time between two writes of `lastSeenAt`, but at most a tenth of the idle limit. */
const SEEN_MS = 60_000
/** The previous secret stays valid for this time after the first request with the new secret, because other tabs may have requests in flight. */
const GRACE_MS = 60_000

const random = (bytes: number): string => hex.encode(crypto.getRandomValues(new Uint8Array(bytes)))
const idleFor = (record: SessionRecord): number => Date.now() - record.lastSeenAt
const byLastSeen = (a: SessionRecord, b: SessionRecord): number => b.lastSeenAt - a.lastSeenAt
const keyOf = (accountId: string): string => `siwx:sessions:${accountId}`

export function createStoredSessions(store: SessionStore, { ttlMs, idleMs, rotationMs }: Limits): StoredSessions {
  const seenMs = Math.min(SEEN_MS, idleMs / 10)
  const isLive = (record: SessionRecord): boolean => record.expiresAt > Date.now() && idleFor(record) < idleMs
  const liveOf = (stored: unknown): readonly SessionRecord[] => toRecords(stored).filter(isLive)
  const change = (accountId: string, make: (live: readonly SessionRecord[]) => readonly SessionRecord[]) =>
    store.update(
      keyOf(accountId),
      (before) => {
        const after = make(liveOf(before))
        return after.length > 0 ? after : undefined
      },
      { lifetimeMs: ttlMs },
    )
  /** Record after a request with `secret`; `undefined` if the secret is invalid. */
  const afterRequest = (record: SessionRecord, secret: string, rotate: boolean): SessionRecord | undefined => {
    const now = Date.now()
    const { previous } = record
    if (secret !== record.secret) {
      const isInTime = previous?.secret === secret && (previous.endsAt === undefined || previous.endsAt > now)
      return isInTime ? record : undefined
    }
    const seen = idleFor(record) < seenMs ? record : { ...record, lastSeenAt: now }
    if (previous && previous.endsAt === undefined) return { ...seen, previous: { ...previous, endsAt: now + GRACE_MS } }
    if (!rotate || now - record.rotatedAt < rotationMs) return seen
    return { ...seen, secret: random(16), rotatedAt: now, previous: { secret } }
  }
  return {
    async create({ accountId, expiresAt }, label) {
      const now = Date.now()
      const key = { id: random(8), secret: random(16) }
      const times = { createdAt: now, lastSeenAt: now, rotatedAt: now, expiresAt: Date.parse(expiresAt) }
      await change(accountId, (live) =>
        [...live, { ...key, ...times, label }].toSorted(byLastSeen).slice(0, MAX_SESSIONS),
      )
      return key
    },
    async check({ accountId }, { id, secret }, rotate) {
      const applyRequest = (live: readonly SessionRecord[]): readonly [SessionRecord, SessionRecord] | undefined => {
        const before = live.find((record) => record.id === id)
        const after = before && afterRequest(before, secret, rotate)
        return after && [before, after]
      }
      let result = applyRequest(liveOf(await store.get(keyOf(accountId))))
      if (result && result[0] !== result[1])
        await change(accountId, (live) => {
          const again = applyRequest(live)
          result = again
          return again ? live.map((record) => (record.id === id ? again[1] : record)) : live
        })
      if (!result) return undefined
      // a browser that has not used the new secret yet may not have received it: this response contains the new secret again
      const isUnconfirmed = result[1].previous?.endsAt === undefined
      return { id, secret: rotate && isUnconfirmed ? result[1].secret : secret }
    },
    list: async (accountId) => liveOf(await store.get(keyOf(accountId))).toSorted(byLastSeen),
    async end(accountId, id) {
      await change(accountId, (live) => (id === undefined ? [] : live.filter((record) => record.id !== id)))
    },
  }
}
