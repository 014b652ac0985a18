import type { Store } from '../store.js'

/** Minimum interval between two writes, so that frequent checks do not load the disk. */
const WRITE_MS = 5_000
const LIFETIME_MS = 60_000
/** Not in backups; see `backup.ts`. */
const KEY = 'health:check'

/** Returns a function that rejects if the store cannot be read or written. */
export function createHealthCheck(store: Store, now: () => number = Date.now): () => Promise<void> {
  let writtenAt = Number.NEGATIVE_INFINITY
  return async () => {
    await store.get(KEY)
    const at = now()
    // `Math.abs`: if the clock was set back, `writtenAt` is in the future and the store is written
    if (Math.abs(at - writtenAt) < WRITE_MS) return
    await store.set(KEY, at, { lifetimeMs: LIFETIME_MS })
    writtenAt = at
  }
}
