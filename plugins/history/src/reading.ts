import {
  type Context,
  computed,
  effect,
  type HistoryEntry,
  type HistoryPage,
  type HistorySource,
  type ReadonlySignal,
} from '@wallet-modal/kernel'
import { EMPTY, overlaps, withFirst, withNext } from './listing.js'
import { listingsToRead } from './merge.js'
import { createRequestBatches, type RequestBatch, type RequestBatches } from './request-batches.js'
import type { MergedHistory, SourceState } from './source-state.js'
import { createSourceStates, type SourceStates } from './source-states.js'
import { createSources, PAGE_FRESH_MS, type Sources, type Subject } from './sources.js'

/** Number of consecutive pages without visible entries after which the next page is loaded only when the visitor requests it. */
export const MAX_EMPTY_PAGES = 3

interface ReadingOptions {
  readonly subject: ReadonlySignal<Subject | null>
  /** Counts the loaded entries that are visible. */
  visibleCount(): number
  /** Called with the entries of each page that a source returns. */
  onEntries(entries: readonly HistoryEntry[]): void
}

/** Loads the past transactions of one account on one network, page by page, from the sources of the network's chain family. Never rejects. */
interface Reading {
  readonly merged: ReadonlySignal<MergedHistory>
  /** Loads the newest page if none was loaded in the last 15 s. */
  loadIfStale(): Promise<void>
  refresh(): Promise<void>
  /** Loads the next page, or the first page if none was loaded. Requests a failed page again only if the status is `failed`. */
  loadMore(): Promise<void>
  /** Retries failed sources. */
  retry(): Promise<void>
}

export function createReading(ctx: Context, { subject, visibleCount, onEntries }: ReadingOptions): Reading {
  const sources = createSources(ctx)
  const states = createSourceStates(sources, subject)
  const requests = createRequestBatches(ctx, { subject, sources, states, onEntries })
  const { merged } = states
  const pages = createPages(ctx, { sources, states, requests, visibleCount })
  whenChanged(
    ctx,
    computed(() => subject.value?.key),
    () => {
      requests.reset()
      states.clear()
    },
  )
  return {
    merged,
    async loadIfStale() {
      const { status } = merged.peek()
      const ageMs = Date.now() - requests.readAt()
      // if the clock was set back, the age is unknown
      const isFresh = ageMs >= 0 && ageMs < PAGE_FRESH_MS
      if (status === 'loading' || (status !== 'none' && isFresh)) return
      await pages.readFirst(status !== 'none')
    },
    refresh: () => pages.readFirst(true),
    loadMore: pages.readMore,
    async retry() {
      const failed = states.all.peek().filter(({ outcome }) => outcome === 'failed')
      if (failed.length > 0 && failed.every(({ failedCursor }) => failedCursor !== undefined))
        return pages.readNext(failed)
      const isPartial = merged.peek().status === 'partial'
      return pages.readFirst(true, isPartial ? failed.map(({ source }) => source) : undefined)
    },
  }
}

function whenChanged(ctx: Context, value: ReadonlySignal<unknown>, run: () => void): void {
  let last = value.peek()
  ctx.onDispose(
    effect(() => {
      if (value.value === last) return
      last = value.value
      run()
    }),
  )
}

interface PagesOptions extends Pick<ReadingOptions, 'visibleCount'> {
  readonly sources: Sources
  readonly states: SourceStates
  readonly requests: RequestBatches
}

interface Pages {
  /**
   * Reads the first page of the given sources. Default: the service and all contributed sources that are not fallbacks. `isForced`: whether to bypass
   * the cache.
   */
  readFirst(isForced: boolean, requestedSources?: readonly HistorySource[]): Promise<void>
  /** Reads the next page of the given sources. */
  readNext(requestedSources: readonly SourceState[]): Promise<void>
  /** See {@link Reading.loadMore}. */
  readMore(): Promise<void>
}

/** State of a source after the reply to a request for its first page. The page is `null` if the source does not support the network. */
const withFirstPage = (state: SourceState, page: HistoryPage | null): SourceState =>
  page
    ? { ...withFirst(state, page), source: state.source, outcome: 'listed' }
    : { ...EMPTY, source: state.source, outcome: 'unlisted' }

/** State of a source after the reply to a request for its next page. A page of `null` ends the list. */
const withNextPage = (state: SourceState, page: HistoryPage | null): SourceState => ({
  ...withNext(state, page ?? { entries: [] }),
  source: state.source,
  outcome: 'listed',
})

/** Decides which pages to request. Loads up to {@link MAX_EMPTY_PAGES} pages without visible entries in a row. */
function createPages(ctx: Context, { sources, states, requests, visibleCount }: PagesOptions): Pages {
  const { merged, others } = states
  let emptyPageCount = 0
  /** Whether the visitor scrolled to the end of the list while a batch was pending. */
  let isMoreWanted = false

  const runBatch = async (requestBatch: RequestBatch): Promise<void> => {
    isMoreWanted = false
    if (!(await requests.run(requestBatch))) return
    if (merged.peek().status === 'failed' && ctx.router.current.peek()) ctx.toast.error(ctx.t('activity.failed'))
    if (isMoreWanted) await readMore()
  }
  /** Loads another page if the last page had no visible entries: the view requests a page only after the list has grown. */
  const continueIfEmpty = async (): Promise<void> => {
    const { status } = merged.peek()
    if (emptyPageCount > 0 && emptyPageCount < MAX_EMPTY_PAGES && (status === 'ready' || status === 'partial'))
      await readMore()
  }
  const readFirst = async (isForced: boolean, requestedSources?: readonly HistorySource[]): Promise<void> => {
    /** Whether entries between a new first page and the loaded entries may be missing. */
    let hasGap = false
    await runBatch({
      queries: (requestedSources ?? [sources.service, ...others.peek()]).map((source) => ({ source })),
      isForced,
      take(state, page) {
        emptyPageCount = 0
        // only the visitor continues a search of blocks
        if (page) hasGap ||= !overlaps(state, page) && page.searchedBlocks === undefined
        return withFirstPage(state, page)
      },
    })
    if (hasGap && visibleCount() === 0) emptyPageCount = 1
    await continueIfEmpty()
  }
  const readNext = async (requestedSources: readonly SourceState[]): Promise<void> => {
    const before = visibleCount()
    let hasReply = false
    await runBatch({
      queries: requestedSources.map(({ source, next }) => ({ source, cursor: next })),
      isForced: false,
      take(state, page) {
        hasReply = true
        return withNextPage(state, page)
      },
    })
    if (hasReply) emptyPageCount = visibleCount() > before ? 0 : emptyPageCount + 1
    await continueIfEmpty()
  }
  const readMore = async (): Promise<void> => {
    const { status } = merged.peek()
    isMoreWanted = status === 'loading' && others.peek().length > 0
    if (status === 'loading' || status === 'unlisted') return
    const isFailed = status === 'failed'
    const requestedSources = listingsToRead(states.all.peek().filter(({ outcome }) => isFailed || outcome === 'listed'))
    if (requestedSources.length > 0) await readNext(requestedSources)
    else if (requests.readAt() === 0) await readFirst(isFailed)
  }
  return { readFirst, readNext, readMore }
}
