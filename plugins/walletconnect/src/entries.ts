import { type Context, readWith } from '@wallet-modal/kernel'

/** What the client keeps its sessions in. */
export interface Entries {
  getKeys(): Promise<string[]>
  getEntries<T = unknown>(): Promise<[string, T][]>
  getItem<T = unknown>(key: string): Promise<T | undefined>
  setItem<T = unknown>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
  /** Drops all of it: sessions too. */
  clear(): void
}

/** Storage key under which all of it is kept. */
const CLIENT = 'client'

const record = readWith((kept): Readonly<Record<string, unknown>> => {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) throw new Error('is no record')
  return { ...kept }
})

/**
 * The client's keys and values in this plugin's own storage, so that they are listed, bounded and forgotten like everything else; its default
 * moves whatever in `localStorage` bears WalletConnect's name into a database of its own. Read anew each time, for other tabs write as well.
 */
export function createEntries(ctx: Context): Entries {
  const read = (): Readonly<Record<string, unknown>> => ctx.storage.get(CLIENT, record) ?? {}
  const own = (key: string): unknown => {
    const all = read()
    return Object.hasOwn(all, key) ? all[key] : undefined
  }
  return {
    getKeys: async () => Object.keys(read()),
    // what is read back is what the client wrote: each key has one type
    getEntries: async <T>() => Object.entries(read()) as [string, T][],
    getItem: async <T>(key: string) => own(key) as T | undefined,
    async setItem(key, value) {
      ctx.storage.set(CLIENT, { ...read(), [key]: value })
    },
    async removeItem(key) {
      const { [key]: _gone, ...rest } = read()
      ctx.storage.set(CLIENT, rest)
    },
    clear: () => ctx.storage.remove(CLIENT),
  }
}
