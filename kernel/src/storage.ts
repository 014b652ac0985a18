import { WalletModalError } from './errors.js'
import { parse, type StandardSchema } from './schema.js'

/** One plugin's corner of the browser's storage. Keys are prefixed and limited to those the plugin's permissions list. */
export interface PluginStorage {
  /** `null` where there is nothing; what does not fit the schema is dropped and counts as nothing. */
  get<T>(key: string, schema: StandardSchema<T>): T | null
  /** Kept in memory where the browser refuses or is full. */
  set(key: string, value: unknown): void
  remove(key: string): void
  /** Tells of changes made by other tabs. Returns a function that stops it. */
  watch(key: string, listener: () => void): () => void
}

interface StorageOptions {
  /** `wallet-modal/<modal id>/<plugin name>/` */
  readonly prefix: string
  readonly keys: readonly string[]
  readonly plugin: string
  readonly version: number
  readonly migrate?: ((old: unknown, from: number) => unknown) | undefined
  readonly memory: Map<string, string>
}

/** The page's localStorage, or `null` where even asking for it throws (blocked cookies, sandboxed frames, servers). */
function localStore(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null // SecurityError: storage is blocked here, so everything lives in memory
  }
}

/** Memory shadows the browser: what could not be written is still read back on this page. */
function read(memory: Map<string, string>, key: string): string | null {
  const shadow = memory.get(key)
  if (shadow !== undefined) return shadow
  try {
    return localStore()?.getItem(key) ?? null
  } catch {
    return null // a store that refuses to read holds nothing for us
  }
}

function write(memory: Map<string, string>, key: string, text: string): void {
  try {
    const store = localStore()
    if (store) {
      store.setItem(key, text)
      memory.delete(key)
      return
    }
  } catch {
    // full or blocked: memory keeps it for this page
  }
  memory.set(key, text)
}

function erase(memory: Map<string, string>, key: string): void {
  memory.delete(key)
  try {
    localStore()?.removeItem(key)
  } catch {
    // a store that refuses to erase refused to write as well
  }
}

export function createStorage({ prefix, keys, plugin, version, migrate, memory }: StorageOptions): PluginStorage {
  const full = (key: string): string => {
    if (!keys.includes(key)) {
      throw new WalletModalError('NOT_PERMITTED', `"${plugin}" uses the storage key "${key}" without listing it in permissions.storage.`, { plugin })
    }
    return prefix + key
  }
  return {
    get(key, schema) {
      const name = full(key)
      const text = read(memory, name)
      if (text === null) return null
      try {
        const record: unknown = JSON.parse(text)
        if (typeof record !== 'object' || record === null || !('v' in record) || !('data' in record)) throw new Error('no record')
        const { v, data } = record
        return parse(schema, v === version || typeof v !== 'number' || !migrate ? data : migrate(data, v), name)
      } catch {
        erase(memory, name) // corrupted by someone else or from another age: this key is dropped, the rest stays
        return null
      }
    },
    set: (key, value) => write(memory, full(key), JSON.stringify({ v: version, data: value })),
    remove: (key) => erase(memory, full(key)),
    watch(key, listener) {
      const name = full(key)
      const onStorage = (event: StorageEvent): void => {
        if (event.key === name || event.key === null) listener()
      }
      globalThis.addEventListener?.('storage', onStorage)
      return () => globalThis.removeEventListener?.('storage', onStorage)
    },
  }
}

/** Erases everything below a prefix, in the browser and in memory. */
export function eraseAll(prefix: string, memory: Map<string, string>): void {
  memory.clear()
  const store = localStore()
  if (!store) return
  try {
    for (const key of Object.keys(store)) if (key.startsWith(prefix)) store.removeItem(key)
  } catch {
    // blocked storage holds nothing of ours
  }
}
