import { type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { Place } from '@wallet-modal/kernel/lists'
import { type Feed, feedOf } from './feed.js'
import { isNamed } from './listed.js'
import { tracked } from './reading.js'
import { type EntryRow, type Row, toRows } from './rows.js'

/** How many transactions the Account view shows. */
export const TAB_ENTRIES = 6

/** What the views of this plugin draw from. */
export interface HistoryModel
  extends Pick<
    Feed,
    'subject' | 'status' | 'isWhole' | 'hasMore' | 'unread' | 'lookedBack' | 'look' | 'more' | 'retry' | 'dismiss'
  > {
  /** Headings and transactions. */
  readonly rows: ReadonlySignal<readonly Row[]>
  /** The first of them, without headings and without what is hidden. */
  readonly latest: ReadonlySignal<readonly EntryRow[]>
  /** How many transactions are left out unless the visitor wants to see them. */
  readonly hiddenCount: ReadonlySignal<number>
  readonly isHiddenShown: ReadonlySignal<boolean>
  showHidden(isShown: boolean): void
  /** Where the visitor was in the list. */
  readonly place: ReadonlySignal<Place>
  /** A new visit begins at the top; coming back to a visit finds it as it was left. */
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
    // a list that is scrolled does not ask again by itself for what could not be read
    more: async () => {
      const status = feed.status.peek()
      if (status === 'failed') return
      // the list asks while it is being filled, too
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
