/** Where a gateway keeps what has to outlast a request. A driver may be a database; values survive `structuredClone`. */
export interface Store {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  /** Resolves with what the key held and deletes it in one step: of two callers at once, one gets it. */
  take(key: string): Promise<unknown>
  delete(key: string): Promise<void>
  /** Replaces what a key holds by what `change` makes of it, in one step, and resolves with that. `undefined` deletes. `change` may be called again. */
  update<T>(key: string, change: (before: unknown) => T): Promise<T>
  /** The keys that begin with `prefix`, sorted. */
  keys(prefix: string): Promise<readonly string[]>
}

/** The default driver: everything is gone when the process ends. */
export function memoryStore(): Store {
  const values = new Map<string, unknown>()
  return {
    get: async (key) => structuredClone(values.get(key)),
    set: async (key, value) => void values.set(key, structuredClone(value)),
    take: async (key) => {
      const value = values.get(key)
      values.delete(key)
      return value
    },
    delete: async (key) => void values.delete(key),
    async update(key, change) {
      const after = change(structuredClone(values.get(key)))
      if (after === undefined) values.delete(key)
      else values.set(key, structuredClone(after))
      return after
    },
    keys: async (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)).sort(),
  }
}

/** Deletes every key that begins with `prefix`. */
export async function clearKeys(store: Store, prefix: string): Promise<void> {
  for (const key of await store.keys(prefix)) await store.delete(key)
}
