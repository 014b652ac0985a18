import type { Context } from '../../plugins/plugin.js'
import { readWith } from '../../plugins/schema.js'
import { batch, type ReadonlySignal, signal } from '../../signals.js'
import type { TrackedItem, TrackerOptions } from './tracked-item.js'

const MAX_ITEMS = 99

/** List of items in the browser's storage, which all tabs share. */
export interface StoredItems<Item extends TrackedItem> {
  /** Newest first, as last published in this tab. */
  readonly items: ReadonlySignal<readonly Item[]>
  /** Reads the stored list, which another tab may have changed. */
  read(): readonly Item[]
  /** Stores and publishes a list. */
  write(next: readonly Item[]): void
  /**
   * Publishes the stored list. For each item that was pending in the previously published list, calls `changed`, even if the item is unchanged. Then
   * calls `ended` if the item is final. `write` calls them too.
   */
  publish(): void
}

export function createStoredItems<Item extends TrackedItem>(
  { storage }: Context,
  { key, maxAgeMs, keepFinalMs, read, toStored, changed, ended }: TrackerOptions<Item>,
): StoredItems<Item> {
  const items = signal<readonly Item[]>([])
  const schema = readWith((stored): readonly Item[] =>
    (Array.isArray(stored) ? stored : []).slice(0, MAX_ITEMS).flatMap((one: unknown) => {
      try {
        return [read(one)]
      } catch {
        return [] // the item was written by another version
      }
    }),
  )
  const isCurrent = (item: Item): boolean => {
    const { startedAt, isFinal, endedAt = startedAt } = item
    const maxAge = maxAgeMs(item)
    return isFinal ? Date.now() - endedAt < (keepFinalMs ?? maxAge) : Date.now() - startedAt < maxAge
  }
  /** Items that could not be stored. `storage` keeps them in memory, but only until another tab changes the list. */
  let unstored: readonly Item[] = []
  const hasId = (list: readonly Item[], id: string): boolean => list.some((one) => one.id === id)
  const readStored = (): readonly Item[] => {
    const list = storage.get(key, schema)
    if (!list) unstored = [] // the storage was cleared, for example by `modal.forget()`
    const stored = list ?? []
    return [...unstored.filter(({ id }) => !hasId(stored, id)), ...stored].filter(isCurrent)
  }
  const publish = (next: readonly Item[]): void => {
    const pending = new Map(items.peek().flatMap((item) => (item.isFinal ? [] : [[item.id, item]])))
    batch(() => {
      items.value = Object.freeze([...next])
      for (const item of next) {
        const before = pending.get(item.id)
        if (!before) continue
        changed?.(item, before)
        if (item.isFinal) ended(item)
      }
    })
  }
  return {
    items,
    read: readStored,
    write(next) {
      const list = next.slice(0, MAX_ITEMS)
      const before = storage.get(key, schema) ?? []
      if (list.length === 0) storage.remove(key)
      const isStored = list.length === 0 || storage.set(key, list.map(toStored))
      unstored = isStored ? [] : list.filter(({ id }) => hasId(unstored, id) || !hasId(before, id))
      publish(list)
    },
    publish: () => publish(readStored()),
  }
}
