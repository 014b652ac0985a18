/** Lifetime of a value. */
export interface StoreOptions {
  /** Lifetime from now, in milliseconds. Default: unlimited. An update without `lifetimeMs` removes an earlier lifetime. */
  readonly lifetimeMs?: number
}

/** Persistent key-value store. Values are JSON: objects, lists, texts, finite numbers, booleans and null. */
export interface Store {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown, options?: StoreOptions): Promise<void>
  /** Returns and deletes the value of a key atomically: of two simultaneous callers, only one gets the value. */
  take(key: string): Promise<unknown>
  delete(key: string): Promise<void>
  /**
   * Atomically replaces the value of a key by the result of `change`, and resolves with the result. If the result is `undefined`, deletes the key.
   * `change` may be called several times. If `change` throws, `update` rejects and the value is unchanged.
   */
  update<T>(key: string, change: (before: unknown) => T, options?: StoreOptions): Promise<T>
  /** Keys that start with `prefix`, sorted. */
  keys(prefix: string): Promise<readonly string[]>
  /** Closes connections and files. Absent if there are none. */
  close?(): Promise<void>
}

interface Entry {
  readonly value: unknown
  readonly expiresAt: number
}

/** Minimum number of entries at which a memory store removes expired entries. */
const SWEEP_AT = 1_000

/** Store in memory. All values are lost when the process ends. */
export function memoryStore(): Store {
  const entries = new Map<string, Entry>()
  let sweepAt = SWEEP_AT
  const read = (key: string): unknown => {
    const entry = entries.get(key)
    return entry && entry.expiresAt > Date.now() ? structuredClone(entry.value) : undefined
  }
  const removeExpired = (): void => {
    for (const [key, { expiresAt }] of entries) if (expiresAt <= Date.now()) entries.delete(key)
    sweepAt = Math.max(SWEEP_AT, entries.size * 2)
  }
  const write = (key: string, value: unknown, { lifetimeMs = Number.POSITIVE_INFINITY }: StoreOptions = {}): void => {
    entries.set(key, { value: structuredClone(value), expiresAt: Date.now() + lifetimeMs })
    if (entries.size >= sweepAt) removeExpired()
  }
  return {
    get: async (key) => read(key),
    set: async (key, value, options) => write(key, value, options),
    async take(key) {
      const value = read(key)
      entries.delete(key)
      return value
    },
    delete: async (key) => void entries.delete(key),
    async update(key, change, options) {
      const after = change(read(key))
      if (after === undefined) entries.delete(key)
      else write(key, after, options)
      return after
    },
    async keys(prefix) {
      removeExpired()
      return [...entries.keys()].filter((key) => key.startsWith(prefix)).sort()
    },
  }
}

/** Deletes all keys that start with `prefix`. */
export async function clearKeys(store: Store, prefix: string): Promise<void> {
  for (const key of await store.keys(prefix)) await store.delete(key)
}
