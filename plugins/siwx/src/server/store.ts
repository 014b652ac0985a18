/**
 * Remembers which nonces are still good. One that several server processes share is needed where there are several of them; with Redis it is
 * `SET key 1 PXAT expiresAt` and `GETDEL key`.
 */
export interface NonceStore {
  /** Keeps a key until `expiresAt`, in milliseconds since 1970. */
  put(key: string, expiresAt: number): Promise<void>
  /** Takes a key out. True for exactly one caller, however many ask at once, and only while it has not expired. */
  take(key: string): Promise<boolean>
}

/** As many as are kept at most: who asks for more pushes the oldest out. */
const MAX_KEYS = 100_000

/** Keeps nonces in this process, so it is for a site that runs in a single one. */
export function createMemoryStore(): NonceStore {
  const keys = new Map<string, number>()
  const prune = (): void => {
    const now = Date.now()
    for (const [key, expiresAt] of keys) {
      if (expiresAt > now && keys.size <= MAX_KEYS) break // in the order in which they came, which is that of their end
      keys.delete(key)
    }
  }
  return {
    async put(key, expiresAt) {
      keys.set(key, expiresAt)
      prune()
    },
    async take(key) {
      const expiresAt = keys.get(key)
      return keys.delete(key) && expiresAt !== undefined && expiresAt > Date.now()
    },
  }
}
