import { type Context, readWith } from '@wallet-modal/kernel'
import { applyDifference, type Difference } from './difference.js'

/** Storage of the SDK's client: its sessions, keys and other entries. */
export interface Entries {
  getKeys(): Promise<string[]>
  getEntries<T = unknown>(): Promise<[string, T][]>
  getItem<T = unknown>(key: string): Promise<T | undefined>
  setItem<T = unknown>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
  /** Deletes everything, including sessions. */
  clear(): void
}

/** Storage key of all entries. */
const CLIENT = 'client'
/** Time within which a write is applied again if another tab overwrites it. Longer than a browser takes to notify a tab of another tab's write. */
const NOTIFY_MS = 1_000

interface Write extends Difference {
  readonly key: string
  readonly atMs: number
}

const record = readWith((storedValue): Readonly<Record<string, unknown>> => {
  if (typeof storedValue !== 'object' || storedValue === null || Array.isArray(storedValue))
    throw new Error('the stored entries of the client are not an object')
  return { ...storedValue }
})

/** Value of the client's stored entry whose key ends with `keyEnd`. */
export const storedEntry = ({ storage }: Context, keyEnd: string): unknown =>
  Object.entries(storage.get(CLIENT, record) ?? {}).find(([key]) => key.endsWith(keyEnd))?.[1]

/** Calls `run` when another tab has changed the entries. Returns an unsubscribe function. */
export const watchEntries = ({ storage }: Context, run: () => void): (() => void) => storage.watch(CLIENT, run)

/** Whether the browser's storage contains a session. Does not need the client. */
export const hasStoredSession = ({ storage }: Context): boolean =>
  Object.entries(storage.get(CLIENT, record) ?? {}).some(
    ([key, value]) => key.endsWith('//session') && Array.isArray(value) && value.length > 0,
  )

/**
 * Whether the client can use an entry. The client does not validate subscriptions: an invalid list would cause an
 * uncaught error at the next message.
 */
const isUsable = ([key, value]: readonly [string, unknown]): boolean =>
  Array.isArray(value) || !key.endsWith('//subscription')

/**
 * Stores the client's keys and values in this plugin's storage, so that they are listed, limited and deleted like all other data. By default, the
 * client would use its own database, and move all `localStorage` entries whose keys contain `wc@`, `wc_` or `walletconnect` there, including those
 * of other libraries. The client reads a value once and writes the whole value with each change, so several tabs would overwrite each other's
 * sessions. Therefore each write changes only its own records in the stored value.
 */
export function createEntries(ctx: Context): Entries {
  const stored = () => ctx.storage.get(CLIENT, record)
  const read = (): Readonly<Record<string, unknown>> => stored() ?? {}
  /** Values of this page's client as JSON text, because the client modifies the objects that it writes. */
  const ownValues = new Map(
    Object.entries(read())
      .filter(isUsable)
      .map(([key, value]) => [key, JSON.stringify(value)]),
  )
  let writes: readonly Write[] = []
  const readOwn = (key: string): unknown => {
    const text = ownValues.get(key)
    return text === undefined ? undefined : JSON.parse(text)
  }
  /** Applies a write to the stored value. Returns whether the stored value changed. */
  const apply = ({ key, ...difference }: Write): boolean => {
    const all = read()
    const before = Object.hasOwn(all, key) ? all[key] : undefined
    const value = applyDifference(difference, before)
    const isChanged = JSON.stringify(value) !== JSON.stringify(before)
    if (isChanged) ctx.storage.set(CLIENT, { ...all, [key]: value })
    return isChanged
  }
  const recentWrites = (): readonly Write[] => writes.filter(({ atMs }) => Date.now() - atMs < NOTIFY_MS)
  // There is no lock: a lock would delay every write, and writes during unload would be lost. Another tab may therefore overwrite a recent write of
  // this tab. This tab then applies its recent writes again, unless the storage was cleared.
  ctx.storage.watch(CLIENT, () => {
    // each write is repeated only once: two tabs that change one record would otherwise respond to each other endlessly
    writes = stored() === null ? [] : recentWrites().filter((write) => !apply(write))
  })

  return {
    getKeys: async () => [...ownValues.keys()],
    // the casts are safe, because the client wrote the values and uses one type per key
    getEntries: async <T>() => [...ownValues.keys()].map((key): [string, T] => [key, readOwn(key) as T]),
    getItem: async <T>(key: string) => readOwn(key) as T | undefined,
    async setItem(key, value) {
      const text = JSON.stringify(value)
      const write = { key, before: readOwn(key), after: JSON.parse(text), atMs: Date.now() }
      ownValues.set(key, text)
      writes = [...recentWrites(), write]
      apply(write)
    },
    async removeItem(key) {
      ownValues.delete(key)
      writes = writes.filter((write) => write.key !== key)
      const { [key]: removed, ...others } = read()
      if (removed !== undefined) ctx.storage.set(CLIENT, others)
    },
    clear() {
      ownValues.clear()
      writes = []
      ctx.storage.remove(CLIENT)
    },
  }
}
