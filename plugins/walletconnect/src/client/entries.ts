import { type Context, readWith } from '@wallet-modal/kernel'
import { applyDifference, type Difference } from './difference.js'

/** Storage of the client's sessions. */
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
/** Longer than a browser takes to notify a tab of another tab's write. */
const TOLD_MS = 1_000

interface Write extends Difference {
  readonly key: string
  readonly atMs: number
}

const record = readWith((storedValue): Readonly<Record<string, unknown>> => {
  if (typeof storedValue !== 'object' || storedValue === null || Array.isArray(storedValue))
    throw new Error('is not a record')
  return { ...storedValue }
})

/** The client does not validate stored subscriptions. An invalid list would throw in the client at the next message, where nobody can catch it. */
const isSound = ([key, value]: readonly [string, unknown]): boolean =>
  Array.isArray(value) || !key.endsWith('//subscription')

/**
 * Stores the client's keys and values in this plugin's storage, so that they are listed, limited and deleted like all other data. The client's
 * default would use its own database and move all `localStorage` entries with WalletConnect's name there. The client reads a value once and writes
 * it completely with each change, so several tabs would overwrite each other's sessions. Therefore only the changes since the start of this page
 * are applied to the stored value.
 */
export function createEntries(ctx: Context): Entries {
  const stored = () => ctx.storage.get(CLIENT, record)
  const read = (): Readonly<Record<string, unknown>> => stored() ?? {}
  /** Values known to this page's client, as text, because it modifies the objects that it writes. */
  const known = new Map(
    Object.entries(read())
      .filter(isSound)
      .map(([key, value]) => [key, JSON.stringify(value)]),
  )
  let writes: readonly Write[] = []
  const own = (key: string): unknown => {
    const text = known.get(key)
    return text === undefined ? undefined : JSON.parse(text)
  }
  /** Whether the stored value has changed. */
  const apply = ({ key, ...difference }: Write): boolean => {
    const all = read()
    const before = Object.hasOwn(all, key) ? all[key] : undefined
    const value = applyDifference(difference, before)
    const isNew = JSON.stringify(value) !== JSON.stringify(before)
    if (isNew) ctx.storage.set(CLIENT, { ...all, [key]: value })
    return isNew
  }
  const fresh = (): readonly Write[] => writes.filter(({ atMs }) => Date.now() - atMs < TOLD_MS)
  // a lock would delay every write, and writes during unload would be lost. So another tab may have written before it noticed
  // this tab's write. An empty storage was cleared
  ctx.storage.watch(CLIENT, () => {
    // each is repeated only once: two tabs that change one record would otherwise respond to each other endlessly
    writes = stored() === null ? [] : fresh().filter((write) => !apply(write))
  })

  return {
    getKeys: async () => [...known.keys()],
    // the values were written by the client: each key has one type
    getEntries: async <T>() => [...known.keys()].map((key): [string, T] => [key, own(key) as T]),
    getItem: async <T>(key: string) => own(key) as T | undefined,
    async setItem(key, value) {
      const text = JSON.stringify(value)
      const write = { key, before: own(key), now: JSON.parse(text), atMs: Date.now() }
      known.set(key, text)
      writes = [...fresh(), write]
      apply(write)
    },
    async removeItem(key) {
      known.delete(key)
      writes = writes.filter((write) => write.key !== key)
      const { [key]: removed, ...rest } = read()
      if (removed !== undefined) ctx.storage.set(CLIENT, rest)
    },
    clear() {
      known.clear()
      writes = []
      ctx.storage.remove(CLIENT)
    },
  }
}
