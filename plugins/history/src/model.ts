import { type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { tracked } from '@wallet-modal/kernel/assets'
import type { ListPosition } from '@wallet-modal/kernel/lists'
import { type Feed, feedOf } from './feed/feed.js'
import { type EntryRow, type Row, toRows } from './rows.js'
import { hasId } from './sent/listed.js'

/** Number of transactions in the Activity tab of the Account view. */
export const TAB_ENTRIES = 6

/** Model of this plugin's views. */
export interface HistoryModel
  extends Pick<
    Feed,
    | 'subject'
    | 'status'
    | 'isComplete'
    | 'hasMore'
    | 'failedSources'
    | 'searchedBlocks'
    | 'loadIfStale'
    | 'loadMore'
    | 'retry'
    | 'dismiss'
  > {
  /** Headings and transactions. */
  readonly rows: ReadonlySignal<readonly Row[]>
  /** The newest transactions, without headings and hidden entries. */
  readonly latest: ReadonlySignal<readonly EntryRow[]>
  /** Number of hidden transactions. */
  readonly hiddenCount: ReadonlySignal<number>
  readonly hiddenEntriesVisible: ReadonlySignal<boolean>
  setHiddenEntriesVisible(areVisible: boolean): void
  /** Scroll position of the list. */
  readonly position: ReadonlySignal<ListPosition>
  /**
   * Call this method when the list is displayed. `routeKey`: key of the view's route. Resets `position` and `hiddenEntriesVisible`. Does nothing if
   * the last call had the same key, because the visitor has then come back to the view.
   */
  enter(routeKey: number | undefined): void
  /** Row of the entry with this id, also if it is hidden. Also accepts the earlier id of an entry whose id has changed. */
  find(id: string): ReadonlySignal<EntryRow | undefined>
}

/**
 * Calls `Transactions.recover` of each connected chain family. This method emits `transactionSent` for submissions whose page was closed before the
 * wallet replied.
 */
async function recoverLost({ connections }: Context): Promise<void> {
  const connected = connections.adapters.peek().filter((adapter) => adapter.connections.peek().length > 0)
  await Promise.all(connected.map(({ transactions }) => transactions?.recover()))
}

export function createHistoryModel(ctx: Context): HistoryModel {
  const feed = feedOf(ctx)
  const hiddenEntriesVisible = signal(false)
  const position = signal<ListPosition>({ top: 0, focused: undefined })
  let lastRouteKey: number | undefined
  const months = computed(() => new Intl.DateTimeFormat(ctx.site.locale.value, { month: 'numeric', year: 'numeric' }))
  const rowsOf = (withHidden: boolean): readonly Row[] =>
    toRows(feed.sent.value, feed.flaggedEntries.value, { withHidden, monthOf: (at) => months.value.format(at) })
  const isEntry = (row: Row): row is EntryRow => row.kind === 'entry'
  return {
    ...feed,
    loadIfStale() {
      recoverLost(ctx).catch(ctx.log.info) // repeated when the list is displayed again
      return feed.loadIfStale()
    },
    // scrolling does not retry a failed page
    loadMore: async () => {
      const status = feed.status.peek()
      if (status === 'failed') return
      // the list also calls `loadMore` while a page is loading
      if (status !== 'loading' && feed.hasMore.peek()) ctx.emit(tracked, { event: 'LOAD_MORE_TRANSACTIONS' })
      await feed.loadMore()
    },
    rows: computed(() => rowsOf(hiddenEntriesVisible.value)),
    latest: computed(() => rowsOf(false).filter(isEntry).slice(0, TAB_ENTRIES)),
    hiddenCount: computed(() => feed.flaggedEntries.value.filter(({ isHidden }) => isHidden).length),
    hiddenEntriesVisible,
    setHiddenEntriesVisible(areVisible) {
      hiddenEntriesVisible.value = areVisible
    },
    position,
    enter(routeKey) {
      if (routeKey === lastRouteKey) return
      lastRouteKey = routeKey
      hiddenEntriesVisible.value = false
      position.value = { top: 0, focused: undefined }
    },
    find: (id) =>
      computed(() =>
        rowsOf(true)
          .filter(isEntry)
          .find(({ entry }) => hasId(entry, feed.currentId(id))),
      ),
  }
}
