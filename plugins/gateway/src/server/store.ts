/** How long a value is needed. */
export interface StoreOptions {
  /** From now on, in milliseconds. Afterwards a driver may delete the value at any time. Default: for good. */
  readonly lifetimeMs?: number
}

/** Where a gateway keeps what has to outlast a request. Values are JSON: objects, lists, texts, finite numbers, booleans and null. */
export interface Store {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown, options?: StoreOptions): Promise<void>
  /** Resolves with what the key held and deletes it in one step: of two callers at once, one gets it. */
  take(key: string): Promise<unknown>
  delete(key: string): Promise<void>
  /**
   * Replaces what a key holds by what `change` makes of it, in one step, and resolves with that. `undefined` deletes. `change` may be called again. What it
   * throws rejects the call and changes nothing.
   */
  update<T>(key: string, change: (before: unknown) => T, options?: StoreOptions): Promise<T>
  /** The keys that begin with `prefix`, sorted. */
  keys(prefix: string): Promise<readonly string[]>
  /** Ends connections and frees files. Absent where there are none. */
  close?(): Promise<void>
}

interface Entry {
  readonly value: unknown
  readonly expiresAt: number
}

/** Entries that a memory store holds before it looks for expired ones. */
const SWEEP_AT = 1_000

/** The default driver: everything is gone when the process ends. */
export function memoryStore(): Store {
  const entries = new Map<string, Entry>()
  let sweepAt = SWEEP_AT
  const read = (key: string): unknown => {
    const entry = entries.get(key)
    return entry && entry.expiresAt > Date.now() ? structuredClone(entry.value) : undefined
  }
  const sweep = (): void => {
    for (const [key, { expiresAt }] of entries) if (expiresAt <= Date.now()) entries.delete(key)
    sweepAt = Math.max(SWEEP_AT, entries.size * 2)
  }
  const write = (key: string, value: unknown, { lifetimeMs = Number.POSITIVE_INFINITY }: StoreOptions = {}): void => {
    entries.set(key, { value: structuredClone(value), expiresAt: Date.now() + lifetimeMs })
    if (entries.size >= sweepAt) sweep()
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
      sweep()
      return [...entries.keys()].filter((key) => key.startsWith(prefix)).sort()
    },
  }
}

/** Deletes every key that begins with `prefix`. */
export async function clearKeys(store: Store, prefix: string): Promise<void> {
  for (const key of await store.keys(prefix)) await store.delete(key)
}
