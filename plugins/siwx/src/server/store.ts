/** Used nonce. Times are in milliseconds since the Unix epoch. */
export interface SpentNonce {
  readonly key: string
  readonly issuedAt: number
  /** Time after which no server process accepts the nonce. Includes the clock tolerance. The nonce must be stored until then. */
  readonly expiresAt: number
}

/**
 * Stores used nonces until they expire. Several server processes need a shared store. With Redis, `spend` is
 * `SET key 1 NX PXAT expiresAt`.
 */
export interface NonceStore {
  /** Marks a nonce as used. Resolves with true for exactly one call per key, even if calls are concurrent. */
  spend(nonce: SpentNonce): Promise<boolean>
}

/** Stores used nonces in memory, for sites with a single process. Refuses nonces that were issued before the store was created. */
export function createMemoryStore(): NonceStore {
  const since = Date.now()
  const spent = new Map<string, number>()
  return {
    async spend({ key, issuedAt, expiresAt }) {
      const now = Date.now()
      for (const [spentKey, spentExpiresAt] of spent) {
        if (spentExpiresAt > now) break // entries are approximately in the order of expiry
        spent.delete(spentKey)
      }
      if (issuedAt < since || spent.has(key)) return false
      spent.set(key, expiresAt)
      return true
    },
  }
}
