import { parse, type StandardSchema } from '../plugins/schema.js'

/** Storage of one plugin and one modal. All methods throw `NOT_PERMITTED` for keys that the plugin's permissions do not list. */
export interface PluginStorage {
  /** Reads and parses a value. `null` if there is none or if it is invalid. An invalid value is deleted. */
  get<T>(key: string, schema: StandardSchema<T>): T | null
  /**
   * Stores a value as JSON. If the browser's storage is blocked or full, the value is stored in memory: this page uses it, while other tabs and later
   * pages use the previous value. Returns whether the value is in the browser's storage.
   */
  set(key: string, value: unknown): boolean
  remove(key: string): void
  /** Calls `listener` when another tab changes the value, and on `modal.forget()`. Returns an unsubscribe function. */
  watch(key: string, listener: () => void): () => void
}

/** Stored texts by full key, for all plugins of one modal. */
export interface Store {
  read(key: string): string | null
  /** Returns false if the value is only in memory. */
  write(key: string, text: string): boolean
  erase(key: string): void
  /** Deletes all keys with a prefix in the browser's storage, and all values in memory. Then notifies all listeners. */
  forget(prefix: string): void
  watch(key: string, listener: () => void): () => void
}

/** Calls `use` with `localStorage`. Returns `undefined` if `localStorage` is blocked, full or absent. */
export function withLocalStorage<T>(use: (store: Storage) => T): T | undefined {
  try {
    return use(globalThis.localStorage)
  } catch {
    return undefined // the caller falls back to memory
  }
}

export function createStore(): Store {
  /** Values that could not be written to the browser's storage. On this page, they take precedence over stored values. */
  const memory = new Map<string, string>()
  const forgetListeners = new Set<() => void>()
  const erase = (key: string): void => {
    memory.delete(key)
    withLocalStorage((store) => store.removeItem(key))
  }
  return {
    read: (key) => memory.get(key) ?? withLocalStorage((store) => store.getItem(key)) ?? null,
    write(key, text) {
      memory.delete(key)
      const isStored = withLocalStorage((store) => {
        store.setItem(key, text)
        return true
      })
      // the earlier value stays in the browser's storage: to other tabs, its deletion would mean that the visitor disconnected
      if (!isStored) memory.set(key, text)
      return isStored === true
    },
    erase,
    forget(prefix) {
      memory.clear()
      const storedKeys = withLocalStorage((store) => Object.keys(store)) ?? []
      for (const key of storedKeys) if (key.startsWith(prefix)) erase(key)
      for (const notify of [...forgetListeners]) notify()
    },
    watch(key, listener) {
      const onStorage = (event: StorageEvent): void => {
        if (event.key !== null && event.key !== key) return
        memory.delete(key)
        listener()
      }
      forgetListeners.add(listener)
      globalThis.addEventListener?.('storage', onStorage)
      return () => {
        forgetListeners.delete(listener)
        globalThis.removeEventListener?.('storage', onStorage)
      }
    },
  }
}

/** Storage permissions of a plugin, and the version of its stored values. */
interface StorageSpec {
  readonly permissions?: { readonly storage?: readonly string[] }
  readonly storage?: { readonly version: number; migrate?(old: unknown, from: number): unknown }
}

interface StorageAccess {
  /** Writes of a disabled plugin are ignored. */
  isDisabled(): boolean
  deny(message: string): never
}

/** Creates the storage of one plugin. `prefix` is `wallet-modal/<modal id>/<plugin name>/`. */
export function createStorage(
  store: Store,
  prefix: string,
  { permissions, storage: { version, migrate } = { version: 1 } }: StorageSpec,
  { isDisabled, deny }: StorageAccess,
): PluginStorage {
  const fullKey = (key: string): string =>
    permissions?.storage?.includes(key)
      ? prefix + key
      : deny(
          `uses the storage key "${String(key)}" without listing it${process.env.NODE_ENV === 'production' ? '' : ' in permissions.storage'}.`,
        )
  return {
    get(key, schema) {
      const name = fullKey(key)
      const text = store.read(name)
      if (text === null) return null
      try {
        const { v, data }: { readonly v?: unknown; readonly data?: unknown } = JSON.parse(text)
        return parse(schema, migrate && typeof v === 'number' && v < version ? migrate(data, v) : data, name)
      } catch {
        store.erase(name) // the value is corrupted, or of another version
        return null
      }
    },
    set(key, value) {
      const name = fullKey(key)
      return !isDisabled() && store.write(name, JSON.stringify({ v: version, data: value }))
    },
    remove(key) {
      const name = fullKey(key)
      if (!isDisabled()) store.erase(name)
    },
    watch: (key, listener) => store.watch(fullKey(key), listener),
  }
}
