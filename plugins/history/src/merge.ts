import type { HistoryEntry } from '@wallet-modal/kernel'
import { byTime, type Listing, oldestTimeOf } from './listing.js'

const canonicalHash = (hash: string): string => (/^0x[\da-f]+$/i.test(hash) ? hash.toLowerCase() : hash)

const isOpen = ({ status }: HistoryEntry): boolean => status === 'pending' || status === 'unknown'

/** Completes an entry with fields that another source has for the same transaction. */
const complete = (entry: HistoryEntry, other: HistoryEntry): HistoryEntry => ({
  ...other,
  ...entry,
  type: entry.type || other.type,
  status: isOpen(entry) && other.status !== 'unknown' ? other.status : entry.status,
  transfers: entry.transfers.length > 0 ? entry.transfers : other.transfers,
})

/**
 * Merges entries of different listings that are the same transaction: they have the same hash or, if one of them has no hash, the same id. Fields of
 * the earlier listing take precedence, except a pending or unknown status.
 */
function distinct(listings: readonly Listing[]): readonly HistoryEntry[] {
  const entriesById = new Map<string, HistoryEntry>()
  const idByHash = new Map<string, string>()
  for (const [at, { entries }] of listings.entries()) {
    const idByHashInListing = new Map<string, string>()
    for (const entry of entries) {
      const hash = entry.hash === undefined ? undefined : canonicalHash(entry.hash)
      const known = entriesById.get(entry.id)
      const isSame = known && (known.hash === undefined || hash === undefined)
      const duplicateId = (hash !== undefined && idByHash.get(hash)) || (isSame ? entry.id : undefined)
      const duplicate = duplicateId === undefined ? undefined : entriesById.get(duplicateId)
      if (duplicate) {
        entriesById.set(duplicate.id, complete(duplicate, entry))
        continue
      }
      const id = known ? `${entry.id} ${at}` : entry.id // a different transaction with the same id in another source
      entriesById.set(id, { ...entry, id })
      if (hash !== undefined && !idByHashInListing.has(hash)) idByHashInListing.set(hash, id)
    }
    for (const [hash, id] of idByHashInListing) if (!idByHash.has(hash)) idByHash.set(hash, id)
  }
  return [...entriesById.values()]
}

/** Time of the oldest loaded entry: older entries of the listing may be missing. `-Infinity` for a listing that is complete or has no dates. */
const limitOf = (listing: Listing): number =>
  listing.next === undefined ? Number.NEGATIVE_INFINITY : (oldestTimeOf(listing) ?? Number.NEGATIVE_INFINITY)

/**
 * Merges listings, the newest entries first. Omits entries that are older than the oldest loaded entry of a listing with a next page, because that
 * page may contain newer entries, which must come first.
 */
export function mergeListings(listings: readonly Listing[]): readonly HistoryEntry[] {
  const [only, ...others] = listings
  if (only && others.length === 0) return only.entries
  const limit = Math.max(...listings.map(limitOf))
  return distinct(listings)
    .filter(({ at }) => at === undefined || at >= limit)
    .sort(byTime)
}

/**
 * Listings whose next page must be loaded to show older entries. Considers only listings with a next page. Returns those without dates. If all have
 * dates, returns those whose oldest loaded entry is the most recent.
 */
export function listingsToRead<T extends Listing>(listings: readonly T[]): readonly T[] {
  const open = listings.filter(({ next }) => next !== undefined)
  const undated = open.filter((listing) => oldestTimeOf(listing) === undefined)
  if (undated.length > 0) return undated
  const limit = Math.max(...open.map(limitOf))
  return open.filter((listing) => limitOf(listing) === limit)
}
