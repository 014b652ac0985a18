import type { HistoryEntry, HistoryPage } from '@wallet-modal/kernel'

/** Loaded entries of one source. */
export interface Listing {
  /** Newest first, without duplicate ids. */
  readonly entries: readonly HistoryEntry[]
  /** Cursor of the next page; `undefined` after the last page. */
  readonly next: string | undefined
  /** See `HistoryPage.searchedBlocks`. */
  readonly searchedBlocks: number | undefined
}

export const EMPTY: Listing = { entries: [], next: undefined, searchedBlocks: undefined }

const time = ({ at, status }: HistoryEntry): number => at ?? (status === 'pending' ? Number.MAX_SAFE_INTEGER : 0)

/** Sorts by time, newest first. Pending entries without a date come first, other entries without a date last. */
export const byTime = (one: HistoryEntry, other: HistoryEntry): number => time(other) - time(one)

/** Merges two lists by id, newest first. If both lists contain an id, uses the entry of `preferred`. */
function join(preferred: readonly HistoryEntry[], others: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const byId = new Map<string, HistoryEntry>()
  for (const entry of [...preferred, ...others]) if (!byId.has(entry.id)) byId.set(entry.id, entry)
  return [...byId.values()].sort(byTime)
}

/** Whether a first page and the listing share a settled entry. If they do, no entry between them is missing. */
export function overlaps(listing: Listing, page: HistoryPage): boolean {
  const ids = new Set(settled(listing).map(({ id }) => id))
  return page.entries.some(({ id }) => ids.has(id))
}

/** Entries that are not pending. A pending entry that a new first page does not list was replaced or never included, so a refresh drops it. */
const settled = ({ entries }: Listing): readonly HistoryEntry[] => entries.filter(({ status }) => status !== 'pending')

/**
 * Merges a newly loaded first page into the listing. Drops old pending entries that the page does not contain. Drops all old entries if entries
 * between them and the page may be missing: the page is not partial and shares no settled entry with the listing.
 */
export function withFirst(listing: Listing, page: HistoryPage): Listing {
  const hasOverlap = overlaps(listing, page)
  // A page is partial if its source searches only the latest blocks, or if it is empty but has a next page (the service removes entries of other
  // networks from a page). Old entries may then be on later pages.
  const isPartial = page.searchedBlocks !== undefined || (page.entries.length === 0 && page.next !== undefined)
  return {
    entries: join(page.entries, hasOverlap || isPartial ? settled(listing) : []),
    next: hasOverlap ? listing.next : page.next,
    searchedBlocks: hasOverlap ? listing.searchedBlocks : page.searchedBlocks,
  }
}

/** Adds the page at `listing.next`. Ends the listing if the page has no new entries and returns the same cursor again. */
export function withNext(listing: Listing, page: HistoryPage): Listing {
  const entries = join(listing.entries, page.entries)
  const isStuck = entries.length === listing.entries.length && page.next === listing.next
  return { entries, next: isStuck ? undefined : page.next, searchedBlocks: page.searchedBlocks }
}

/** Time of the oldest loaded entry; `undefined` if no entry has a date. */
export function oldestTimeOf({ entries }: Listing): number | undefined {
  const times = entries.flatMap(({ at }) => at ?? [])
  return times.length > 0 ? times.reduce((one, other) => Math.min(one, other)) : undefined
}
