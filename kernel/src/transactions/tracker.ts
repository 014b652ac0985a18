import type { Context } from '../plugins/plugin.js'
import { readWith } from '../plugins/schema.js'
import { batch, type ReadonlySignal, signal } from '../signals.js'
import { isTabHidden, tabLocks } from './tab.js'

/** First polling interval; later ones are a thirtieth of the item's age, up to {@link MAX_PAUSE_MS}. */
export const MIN_PAUSE_MS = 4_000
export const MAX_PAUSE_MS = 60_000
const MAX_ITEMS = 99

/** Item that ends some time after the page has started it. */
export interface TrackedItem {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** The item has ended. Kept for a while, so that other tabs and later pages are informed. */
  readonly isFinal: boolean
}

export interface TrackerOptions<Item extends TrackedItem> {
  /** Storage key; the plugin must list it in `permissions.storage`. */
  readonly key: string
  /** Items older than this are dropped. */
  readonly maxAgeMs: number
  /** Ended items older than this are dropped with the next change. Default: `maxAgeMs`. */
  readonly keepFinalMs?: number
  /** Throws for invalid data; the item is dropped. */
  read(stored: unknown): Item
  toStored(item: Item): unknown
  /** Queries the progress: resolves with the changed item, or the same object. Rejections are logged and retried. */
  poll(item: Item, signal: AbortSignal): Promise<Item>
  /** Called once in each tab that knew the item as not ended. */
  ended(item: Item): void
}

/** Tracks items until they end, across page loads; one tab polls for all, only while it is visible. */
export interface Tracker<Item extends TrackedItem> {
  /** Newest first. */
  readonly items: ReadonlySignal<readonly Item[]>
  /** Adds an item, or replaces the one with the same id. */
  put(item: Item): void
  remove(id: string): void
}

const pauseOf = ({ startedAt }: TrackedItem): number =>
  Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, (Date.now() - startedAt) / 30))

export function createTracker<Item extends TrackedItem>(ctx: Context, options: TrackerOptions<Item>): Tracker<Item> {
  const { key, maxAgeMs, keepFinalMs = maxAgeMs, read, toStored, poll, ended } = options
  const { storage, site, abortSignal } = ctx
  const locks = tabLocks()
  const items = signal<readonly Item[]>([])
  const schema = readWith((stored): readonly Item[] =>
    (Array.isArray(stored) ? stored : []).slice(0, MAX_ITEMS).flatMap((one: unknown) => {
      try {
        return [read(one)]
      } catch {
        return [] // of another version; cannot be tracked
      }
    }),
  )
  const isCurrent = ({ startedAt, isFinal }: Item): boolean =>
    Date.now() - startedAt < (isFinal ? keepFinalMs : maxAgeMs)
  const stored = (): readonly Item[] => (storage.get(key, schema) ?? []).filter(isCurrent)
  /** Publishes the stored items, and reports items that this tab knew as not ended. */
  const sync = (next: readonly Item[]): void => {
    const open = new Set(items.peek().flatMap(({ id, isFinal }) => (isFinal ? [] : [id])))
    batch(() => {
      items.value = Object.freeze([...next])
      for (const item of next) if (item.isFinal && open.has(item.id)) ended(item)
    })
  }
  const write = (next: readonly Item[]): void => {
    const list = next.slice(0, MAX_ITEMS)
    if (list.length === 0) storage.remove(key)
    else storage.set(key, list.map(toStored))
    sync(list)
  }
  const replace = (item: Item): void => write([item, ...stored().filter(({ id }) => id !== item.id)])

  const pollOnce = async (id: string): Promise<void> => {
    const item = stored().find((one) => one.id === id)
    if (!item || item.isFinal) return sync(stored())
    const next = await poll(item, abortSignal)
    const now = stored()
    if (next === item || abortSignal.aborted || !now.some((one) => one.id === id)) return
    write(now.map((one) => (one.id === id ? next : one)))
  }
  const inOneTab = async (id: string): Promise<unknown> =>
    locks
      ? locks.request(`wallet-modal/${site.id}/${key}/${id}`, { ifAvailable: true }, (lock) => lock && pollOnce(id))
      : pollOnce(id)
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const follow = (id: string): void => {
    const item = items.peek().find((one) => one.id === id)
    if (!item || item.isFinal || abortSignal.aborted) {
      timers.delete(id)
      return
    }
    const again = (): void => follow(id)
    const look = (): void => {
      if (isTabHidden()) return void timers.set(id, setTimeout(look, MIN_PAUSE_MS))
      inOneTab(id)
        .catch((error: unknown) => ctx.log.info('not answered, asked again later', error))
        .finally(again)
    }
    timers.set(id, setTimeout(look, Date.now() - item.startedAt < MIN_PAUSE_MS ? MIN_PAUSE_MS / 4 : pauseOf(item)))
  }
  const followAll = (): void => {
    for (const { id, isFinal } of items.peek()) if (!isFinal && !timers.has(id)) follow(id)
  }
  write(stored())
  followAll()
  ctx.onDispose(
    storage.watch(key, () => {
      sync(stored())
      followAll()
    }),
  )
  ctx.onDispose(() => {
    for (const timer of timers.values()) clearTimeout(timer)
  })
  return {
    items,
    put(item) {
      replace(item)
      followAll()
    },
    remove: (id) => write(stored().filter((one) => one.id !== id)),
  }
}
