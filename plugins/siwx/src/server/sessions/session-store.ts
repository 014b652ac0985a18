import type { NonceStore } from '../store.js'

/**
 * Store of sessions. Values are JSON. The stores of `@wallet-modal/gateway/server` (memory, SQLite, Redis, PostgreSQL) have both methods and can be
 * used unchanged.
 */
export interface SessionStore {
  get(key: string): Promise<unknown>
  /**
   * Replaces the value of a key by the result of `change`, atomically, and resolves with the result. `undefined` deletes the value. `change` may be
   * called several times. If `change` throws, `update` rejects with that error. The value may be deleted after `lifetimeMs`.
   */
  update<T>(key: string, change: (before: unknown) => T, options?: { readonly lifetimeMs?: number }): Promise<T>
}

/** Shortest time between two deletions of expired entries. */
const CLEAN_UP_MS = 60_000

interface Entry {
  readonly value: unknown
  readonly expiresAt: number
}

/** Stores sessions in memory, for a site with a single server process. A restart of the process ends all sessions. */
export function createMemorySessionStore(): SessionStore {
  const entries = new Map<string, Entry>()
  const read = (key: string): unknown => {
    const entry = entries.get(key)
    return entry && entry.expiresAt > Date.now() ? entry.value : undefined
  }
  let nextCleanUp = 0
  const deleteExpired = (): void => {
    const now = Date.now()
    if (now < nextCleanUp) return
    nextCleanUp = now + CLEAN_UP_MS
    for (const [key, { expiresAt }] of entries) if (expiresAt <= now) entries.delete(key)
  }
  return {
    get: async (key) => read(key),
    async update(key, change, { lifetimeMs = Number.POSITIVE_INFINITY } = {}) {
      const value = change(read(key))
      entries.delete(key)
      if (value !== undefined) entries.set(key, { value, expiresAt: Date.now() + lifetimeMs })
      deleteExpired()
      return value
    },
  }
}

/** Stores used nonces in the same store as the sessions. */
export const nonceStoreOn = (store: SessionStore): NonceStore => ({
  async spend({ key, expiresAt }) {
    const ownValue = crypto.randomUUID()
    const lifetimeMs = Math.max(expiresAt - Date.now(), 1)
    return (await store.update(`siwx:nonce:${key}`, (before) => before ?? ownValue, { lifetimeMs })) === ownValue
  },
})
