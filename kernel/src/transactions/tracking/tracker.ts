import type { Context } from '../../plugins/plugin.js'
import type { ReadonlySignal } from '../../signals.js'
import { createPolling } from './polling.js'
import { createStoredItems } from './stored-items.js'
import type { TrackedItem, TrackerOptions } from './tracked-item.js'

/** Tracks items until they are final, across page loads. One visible tab polls for all tabs. */
export interface Tracker<Item extends TrackedItem> {
  /** Newest first. */
  readonly items: ReadonlySignal<readonly Item[]>
  /** Adds an item, or replaces the one with the same id. */
  put(item: Item): void
  /** Changes a pending item. */
  update(id: string, change: (item: Item) => Item): void
  remove(id: string): void
}

export function createTracker<Item extends TrackedItem>(ctx: Context, options: TrackerOptions<Item>): Tracker<Item> {
  const { key, poll } = options
  const stored = createStoredItems(ctx, options)
  const without = (id: string): readonly Item[] => stored.read().filter((one) => one.id !== id)

  const isEqual = (one: Item, other: Item): boolean => toText(one) === toText(other)
  const toText = (item: Item): string => JSON.stringify(options.toStored(item))
  const pollOnce = async (id: string): Promise<void> => {
    const item = stored.read().find((one) => one.id === id)
    if (!item || item.isFinal) return stored.publish()
    const next = await poll(item, ctx.abortSignal)
    const current = stored.read()
    // ignores the result if the item was changed during the query, for example by `update`; the next poll repeats the query
    const isUnchanged = current.some((one) => one.id === id && isEqual(one, item))
    if (next === item || ctx.abortSignal.aborted || !isUnchanged) return
    stored.write(current.map((one) => (one.id === id ? next : one)))
  }
  const polling = createPolling(ctx, { key, items: stored.items, pollOnce })
  stored.write(stored.read()) // deletes old items
  polling.start()
  ctx.onDispose(
    ctx.storage.watch(key, () => {
      stored.publish()
      polling.start()
    }),
  )
  return {
    items: stored.items,
    put(item) {
      stored.write([item, ...without(item.id)])
      polling.start()
    },
    update(id, change) {
      const current = stored.read()
      if (!current.some((one) => one.id === id && !one.isFinal)) return
      stored.write(current.map((one) => (one.id === id ? change(one) : one)))
      polling.start()
    },
    remove: (id) => stored.write(without(id)),
  }
}
