/** A nonce that somebody uses. Times are in milliseconds since 1970. */
export interface SpentNonce {
  readonly key: string
  readonly givenAt: number
  /** From when on nobody takes it any more, whatever the clocks: until then it must be remembered. */
  readonly expiresAt: number
}

/**
 * Remembers which nonces were used, until they expire. One that several server processes share is needed where there are several of them; with
 * Redis it is `SET key 1 NX PXAT expiresAt`.
 */
export interface NonceStore {
  /** True for exactly one caller per key, however many ask at once. */
  spend(nonce: SpentNonce): Promise<boolean>
}

/** Remembers in this process, so it is for a site that runs in a single one. What was given before the process began is taken for used. */
export function createMemoryStore(): NonceStore {
  const since = Date.now()
  const spent = new Map<string, number>()
  return {
    async spend({ key, givenAt, expiresAt }) {
      const now = Date.now()
      for (const [old, end] of spent) {
        if (end > now) break // nearly in the order of their end
        spent.delete(old)
      }
      if (givenAt < since || spent.has(key)) return false
      spent.set(key, expiresAt)
      return true
    },
  }
}
