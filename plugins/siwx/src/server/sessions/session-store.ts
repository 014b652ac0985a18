import type { NonceStore } from '../store.js'

/**
 * Where sessions are stored: two methods of the `Store` of `@wallet-modal/gateway/server`, whose memory, SQLite and Redis stores fit as they are.
 * Values are JSON.
 */
export interface SessionStore {
  get(key: string): Promise<unknown>
  /**
   * Replaces the value of a key with what `change` returns, atomically, and resolves with that. `undefined` deletes. `change` may be called again; what it
   * throws rejects the call. After `lifetimeMs` the value may be deleted.
   */
  update<T>(key: string, change: (before: unknown) => T, options?: { readonly lifetimeMs?: number }): Promise<T>
}

interface Entry {
  readonly value: unknown
  readonly expiresAt: number
}

/** Stores sessions in this process. They end with the process, and other processes do not see them. */
export function createMemorySessionStore(): SessionStore {
  const entries = new Map<string, Entry>()
  const read = (key: string): unknown => {
    const entry = entries.get(key)
    return entry && entry.expiresAt > Date.now() ? entry.value : undefined
  }
  const deleteExpired = (): void => {
    for (const [key, { expiresAt }] of entries) {
      if (expiresAt > Date.now()) return // in the order of the last write
      entries.delete(key)
    }
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

/** Used nonces in the same store as the sessions. */
export const nonceStoreOn = (store: SessionStore): NonceStore => ({
  async spend({ key, expiresAt }) {
    const mine = crypto.randomUUID()
    const lifetimeMs = Math.max(expiresAt - Date.now(), 1)
    return (await store.update(`siwx:nonce:${key}`, (before) => before ?? mine, { lifetimeMs })) === mine
  },
})
