/** Transaction, order or other item whose progress a `Tracker` polls, also on later pages. */
export interface TrackedItem {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Whether the item is no longer pending. It stays stored for {@link TrackerOptions.keepFinalMs}, so that other tabs and later pages read it. */
  readonly isFinal: boolean
  /** Milliseconds since 1970 when the item became final. Default: `startedAt`. */
  readonly endedAt?: number
}

export interface TrackerOptions<Item extends TrackedItem> {
  /** Storage key; the plugin must list it in `permissions.storage`. */
  readonly key: string
  /** Age in milliseconds at which a pending item is deleted. */
  maxAgeMs(item: Item): number
  /** Time in milliseconds for which a final item stays stored. The next write after this time deletes the item. Default: `maxAgeMs(item)`. */
  readonly keepFinalMs?: number
  /** Parses a stored item. If it throws, the item is deleted. */
  read(stored: unknown): Item
  toStored(item: Item): unknown
  /** Queries the progress: resolves with the changed item, or the same object. If it rejects, the error is logged and the query is repeated later. */
  poll(item: Item, signal: AbortSignal): Promise<Item>
  /**
   * Called after each write of the stored list by any tab, for each item that was pending before the write, even if the item is unchanged. If the
   * item is now final, `ended` is called next.
   */
  changed?(item: Item, before: Item): void
  /** Called once in each tab that has tracked the item. */
  ended(item: Item): void
}
