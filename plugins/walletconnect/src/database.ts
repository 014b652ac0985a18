/** What the client keeps its sessions in. */
export interface Database {
  getKeys(): Promise<string[]>
  getEntries<T = unknown>(): Promise<[string, T][]>
  getItem<T = unknown>(key: string): Promise<T | undefined>
  setItem<T = unknown>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
  close(): void
}

const STORE = 'walletconnect'

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return settled(request)
}

/**
 * Keys and values in an IndexedDB of their own, in memory where the browser refuses one. Not the client's default, which takes whatever in
 * `localStorage` bears WalletConnect's name, keys of this plugin included, and moves it away.
 */
export function createDatabase(name: string): Database {
  const memory = new Map<string, unknown>()
  // in a then(), for asking may throw as well
  const opening: Promise<IDBDatabase | null> = Promise.resolve(name)
    .then(openDatabase)
    .catch(() => null)
  const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore | undefined> =>
    (await opening)?.transaction(STORE, mode).objectStore(STORE)

  async function getKeys(): Promise<string[]> {
    const kept = await store('readonly')
    return kept ? (await settled(kept.getAllKeys())).map(String) : [...memory.keys()]
  }
  // what is read back is what the client wrote: each key has one type
  async function getItem<T>(key: string): Promise<T | undefined> {
    const kept = await store('readonly')
    const found: unknown = kept ? await settled(kept.get(key)) : memory.get(key)
    return found as T | undefined
  }
  return {
    getKeys,
    getItem,
    getEntries: async <T>() =>
      Promise.all((await getKeys()).map(async (key): Promise<[string, T]> => [key, (await getItem<T>(key)) as T])),
    async setItem(key, value) {
      const kept = await store('readwrite')
      if (kept) await settled(kept.put(value, key))
      else memory.set(key, value)
    },
    async removeItem(key) {
      const kept = await store('readwrite')
      if (kept) await settled(kept.delete(key))
      else memory.delete(key)
    },
    close() {
      void opening.then((database) => database?.close())
    },
  }
}
