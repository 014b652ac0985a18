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
