import { type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { Place } from '@wallet-modal/kernel/lists'
import { type Feed, feedOf } from './feed/feed.js'
import { tracked } from './request-batches.js'
import { type EntryRow, type Row, toRows } from './rows.js'
import { isNamed } from './sent/listed.js'

/** Number of transactions in the Account view. */
export const TAB_ENTRIES = 6

/** Model of this plugin's views. */
export interface HistoryModel
  extends Pick<
    Feed,
    'subject' | 'status' | 'isWhole' | 'hasMore' | 'unread' | 'lookedBack' | 'look' | 'more' | 'retry' | 'dismiss'
  > {
  /** Headings and transactions. */
  readonly rows: ReadonlySignal<readonly Row[]>
  /** The first transactions, without headings and hidden entries. */
  readonly latest: ReadonlySignal<readonly EntryRow[]>
  /** Number of hidden transactions. */
  readonly hiddenCount: ReadonlySignal<number>
  readonly isHiddenShown: ReadonlySignal<boolean>
  showHidden(isShown: boolean): void
  /** Scroll position of the list. */
  readonly place: ReadonlySignal<Place>
  /** A new visit starts at the top; going back restores the position. */
  enter(visit: number | undefined): void
  find(id: string): ReadonlySignal<EntryRow | undefined>
}

export function createHistoryModel(ctx: Context): HistoryModel {
  const feed = feedOf(ctx)
  const isHiddenShown = signal(false)
  const place = signal<Place>({ top: 0, focused: undefined })
  let visited: number | undefined
  const months = computed(() => new Intl.DateTimeFormat(ctx.site.locale.value, { month: 'numeric', year: 'numeric' }))
  const rowsOf = (withHidden: boolean): readonly Row[] =>
    toRows(feed.sent.value, feed.judged.value, { withHidden, monthOf: (at) => months.value.format(at) })
  const isEntry = (row: Row): row is EntryRow => row.kind === 'entry'
  return {
    ...feed,
    // scrolling does not retry a failed page
    more: async () => {
      const status = feed.status.peek()
      if (status === 'failed') return
      // the list also requests pages while it is being filled
      if (status !== 'loading' && feed.hasMore.peek()) ctx.emit(tracked, { event: 'LOAD_MORE_TRANSACTIONS' })
      await feed.more()
    },
    rows: computed(() => rowsOf(isHiddenShown.value)),
    latest: computed(() => rowsOf(false).filter(isEntry).slice(0, TAB_ENTRIES)),
    hiddenCount: computed(() => feed.judged.value.filter(({ isHidden }) => isHidden).length),
    isHiddenShown,
    showHidden(isShown) {
      isHiddenShown.value = isShown
    },
    place,
    enter(visit) {
      if (visit === visited) return
      visited = visit
      isHiddenShown.value = false
      place.value = { top: 0, focused: undefined }
    },
    find: (id) =>
      computed(() =>
        rowsOf(true)
          .filter(isEntry)
          .find(({ entry }) => isNamed(entry, id)),
      ),
  }
}
