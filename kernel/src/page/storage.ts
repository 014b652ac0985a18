import { parse, type StandardSchema } from '../plugins/schema.js'

/** One plugin's corner of the browser's storage. Keys are prefixed and limited to those the plugin's permissions list. */
export interface PluginStorage {
  /** `null` where there is nothing; what does not fit the schema is dropped and counts as nothing. */
  get<T>(key: string, schema: StandardSchema<T>): T | null
  /** Kept in memory where the browser refuses or is full. */
  set(key: string, value: unknown): void
  remove(key: string): void
  /** Tells of changes made by other tabs, and of `modal.forget()`. Returns a function that stops it. */
  watch(key: string, listener: () => void): () => void
}

/** Texts by full key, for all plugins of one modal. */
export interface Store {
  read(key: string): string | null
  write(key: string, text: string): void
  erase(key: string): void
  /** Erases everything below a prefix, in the browser and in memory, and tells those who watch. */
  forget(prefix: string): void
  watch(key: string, listener: () => void): () => void
}

/** `undefined` where the browser refuses: blocked (even asking throws then), full, or no browser at all. */
export function local<T>(use: (store: Storage) => T): T | undefined {
  try {
    return use(globalThis.localStorage)
  } catch {
    return undefined // the memory beside it takes over
  }
}

export function createStore(): Store {
  /** Shadows the browser: what could not be written is still read back on this page. */
  const memory = new Map<string, string>()
  const forgotten = new Set<() => void>()
  const erase = (key: string): void => {
    memory.delete(key)
    local((store) => store.removeItem(key))
  }
  return {
    read: (key) => memory.get(key) ?? local((store) => store.getItem(key)) ?? null,
    write(key, text) {
      memory.delete(key)
      const isKept = local((store) => {
        store.setItem(key, text)
        return true
      })
      if (isKept) return
      erase(key) // the next page must not take the old value for the new one
      memory.set(key, text)
    },
    erase,
    forget(prefix) {
      memory.clear()
      const kept = local((store) => Object.keys(store)) ?? []
      for (const key of kept) if (key.startsWith(prefix)) erase(key)
      for (const tell of [...forgotten]) tell()
    },
    watch(key, listener) {
      const onStorage = (event: StorageEvent): void => {
        if (event.key !== null && event.key !== key) return
        memory.delete(key)
        listener()
      }
      forgotten.add(listener)
      globalThis.addEventListener?.('storage', onStorage)
      return () => {
        forgotten.delete(listener)
        globalThis.removeEventListener?.('storage', onStorage)
      }
    },
  }
}

interface StorageOptions {
  readonly store: Store
  /** `wallet-modal/<modal id>/<plugin name>/` */
  readonly prefix: string
  readonly keys: readonly string[]
  readonly version: number
  readonly migrate?: ((old: unknown, from: number) => unknown) | undefined
  /** What a plugin that was switched off still writes is lost. */
  isOff(): boolean
  denied(message: string): never
}

export function createStorage({ store, prefix, keys, version, migrate, isOff, denied }: StorageOptions): PluginStorage {
  const full = (key: string): string =>
    keys.includes(key)
      ? prefix + key
      : denied(
          `uses the storage key "${String(key)}" without listing it${process.env.NODE_ENV === 'production' ? '' : ' in permissions.storage'}.`,
        )
  return {
    get(key, schema) {
      const name = full(key)
      const text = store.read(name)
      if (text === null) return null
      try {
        const { v, data }: { readonly v?: unknown; readonly data?: unknown } = JSON.parse(text)
        return parse(schema, migrate && typeof v === 'number' && v < version ? migrate(data, v) : data, name)
      } catch {
        store.erase(name) // corrupted by someone else or from another age: this key is dropped, the rest stays
        return null
      }
    },
    set(key, value) {
      const name = full(key)
      if (!isOff()) store.write(name, JSON.stringify({ v: version, data: value }))
    },
    remove(key) {
      const name = full(key)
      if (!isOff()) store.erase(name)
    },
    watch: (key, listener) => store.watch(full(key), listener),
  }
}
