import type { HistoryEntry, HistorySource } from '@wallet-modal/kernel'
import type { HistoryStatus } from './feed/public-history.js'
import { EMPTY, type Listing } from './listing.js'
import { mergeListings } from './merge.js'

/** Loading state of one source, with its loaded entries. */
export interface SourceState extends Listing {
  readonly source: HistorySource
  /** Result of the last reply. `none`: no reply yet. `listed`: the source supports the network. `unlisted`: it does not support the network. */
  readonly outcome: 'none' | 'listed' | 'unlisted' | 'failed'
  /** Cursor of the page that failed; `undefined` for the first page. */
  readonly failedCursor?: string | undefined
}

/** Merged transactions of all sources. */
export interface MergedHistory {
  readonly status: HistoryStatus
  /** Newest first, without duplicates. */
  readonly entries: readonly HistoryEntry[]
  /** Whether no source has older entries. */
  readonly isComplete: boolean
  /** Whether a source that did not fail has older entries. */
  readonly hasMore: boolean
  /** See `HistoryPage.searchedBlocks`. */
  readonly searchedBlocks: number | undefined
  /** Sources that failed. */
  readonly failed: readonly HistorySource[]
}

export const initialState = (source: HistorySource): SourceState => ({ ...EMPTY, source, outcome: 'none' })

function statusOf(states: readonly SourceState[]): HistoryStatus {
  const has = (outcome: SourceState['outcome']): boolean => states.some((one) => one.outcome === outcome)
  if (has('failed')) return has('listed') ? 'partial' : 'failed'
  return has('listed') ? 'ready' : has('unlisted') ? 'unlisted' : 'none'
}

/** Merges the sources, in order of precedence. */
export function mergeSources(states: readonly SourceState[], isLoading: boolean): MergedHistory {
  const status = isLoading ? 'loading' : statusOf(states)
  // without `next`, a failed source does not hide older entries of the other sources
  const listings = states.map((one) => (one.outcome === 'failed' ? { ...one, next: undefined } : one))
  return {
    status,
    entries: mergeListings(listings.filter(({ entries, next }) => entries.length > 0 || next !== undefined)),
    isComplete: status === 'unlisted' || (status === 'ready' && states.every(({ next }) => next === undefined)),
    hasMore: listings.some(({ next }) => next !== undefined),
    searchedBlocks: states.find(({ searchedBlocks }) => searchedBlocks !== undefined)?.searchedBlocks,
    failed: states.filter(({ outcome }) => outcome === 'failed').map(({ source }) => source),
  }
}
