import { type Context, readWith } from '@wallet-modal/kernel'
import { applyDifference, type Difference } from './difference.js'

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
/** Longer than a browser takes to tell a tab what another has written. */
const TOLD_MS = 1_000

interface Write extends Difference {
  readonly key: string
  readonly atMs: number
}

const record = readWith((kept): Readonly<Record<string, unknown>> => {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) throw new Error('is no record')
  return { ...kept }
})

/** The client takes its subscriptions without a look; where they are no list it fails at them with the next message, and nobody can catch that. */
const isSound = ([key, value]: readonly [string, unknown]): boolean =>
  Array.isArray(value) || !key.endsWith('//subscription')

/**
 * The client's keys and values in this plugin's own storage, so that they are listed, bounded and forgotten like everything else; its default
 * moves whatever in `localStorage` bears WalletConnect's name into a database of its own.
 *
 * The client reads a value once, and writes all that it knows of it with each change; several tabs would erase each other's sessions. So each
 * goes on with what was there when it began, and only what it has changed since is applied to what is stored.
 */
export function createEntries(ctx: Context): Entries {
  const stored = () => ctx.storage.get(CLIENT, record)
  const read = (): Readonly<Record<string, unknown>> => stored() ?? {}
  /** What this page's client knows, as texts: it goes on changing the objects that it writes. */
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
  /** Whether that changed what is stored. */
  const apply = ({ key, ...difference }: Write): boolean => {
    const all = read()
    const before = Object.hasOwn(all, key) ? all[key] : undefined
    const value = applyDifference(difference, before)
    const isNew = JSON.stringify(value) !== JSON.stringify(before)
    if (isNew) ctx.storage.set(CLIENT, { ...all, [key]: value })
    return isNew
  }
  const fresh = (): readonly Write[] => writes.filter(({ atMs }) => Date.now() - atMs < TOLD_MS)
  // a lock would hold every write up, and what is written as a page is left would be lost. So another tab may have written before it heard
  // of what this one wrote. Where nothing is stored, it was forgotten
  ctx.storage.watch(CLIENT, () => {
    // each is written again once: two tabs that change one record would otherwise answer each other
    writes = stored() === null ? [] : fresh().filter((write) => !apply(write))
  })

  return {
    getKeys: async () => [...known.keys()],
    // what is read back is what the client wrote: each key has one type
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
      const { [key]: gone, ...rest } = read()
      if (gone !== undefined) ctx.storage.set(CLIENT, rest)
    },
    clear() {
      known.clear()
      writes = []
      ctx.storage.remove(CLIENT)
    },
  }
}
