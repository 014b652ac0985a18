import { parse, type StandardSchema } from '../plugins/schema.js'

/** Storage of one plugin. Keys are prefixed and limited to those in the plugin's permissions. */
export interface PluginStorage {
  /** `null` if there is no value; an invalid value is deleted and counts as none. */
  get<T>(key: string, schema: StandardSchema<T>): T | null
  /** Stored in memory if the browser refuses or its storage is full. */
  set(key: string, value: unknown): void
  remove(key: string): void
  /** Calls back on changes by other tabs, and on `modal.forget()`. Returns an unsubscribe function. */
  watch(key: string, listener: () => void): () => void
}

/** Values by full key, for all plugins of one modal. */
export interface Store {
  read(key: string): string | null
  write(key: string, text: string): void
  erase(key: string): void
  /** Deletes everything with a prefix, in the browser and in memory, and notifies listeners. */
  forget(prefix: string): void
  watch(key: string, listener: () => void): () => void
}

/** `undefined` if the browser refuses: blocked (then even access throws), full, or no browser. */
export function local<T>(use: (store: Storage) => T): T | undefined {
  try {
    return use(globalThis.localStorage)
  } catch {
    return undefined // falls back to memory
  }
}

export function createStore(): Store {
  /** Values that could not be written to the browser's storage; they take precedence on this page. */
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
      erase(key) // deletes the old value, so that the next page does not use it
      memory.set(key, text)
    },
    erase,
    forget(prefix) {
      memory.clear()
      const storedKeys = local((store) => Object.keys(store)) ?? []
      for (const key of storedKeys) if (key.startsWith(prefix)) erase(key)
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

/** Storage permissions of a plugin. */
interface StorageSpec {
  readonly permissions?: { readonly storage?: readonly string[] }
  readonly storage?: { readonly version: number; migrate?(old: unknown, from: number): unknown }
}

interface StorageAccess {
  /** Writes of a disabled plugin are ignored. */
  isOff(): boolean
  denied(message: string): never
}

/** `prefix` is `wallet-modal/<modal id>/<plugin name>/`. */
export function createStorage(
  store: Store,
  prefix: string,
  { permissions, storage: { version, migrate } = { version: 1 } }: StorageSpec,
  { isOff, denied }: StorageAccess,
): PluginStorage {
  const full = (key: string): string =>
    permissions?.storage?.includes(key)
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
        store.erase(name) // corrupted, or of another version: deletes this key only
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
