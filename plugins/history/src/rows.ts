import type { HistoryEntry } from '@wallet-modal/kernel'
import type { FlaggedEntry, SpamFlag } from './spam-flags.js'

/** Row of a transaction. */
export interface EntryRow {
  readonly kind: 'entry'
  readonly key: string
  readonly entry: HistoryEntry
  readonly spamFlags: readonly SpamFlag[]
}

/** Heading above the pending transactions, the transactions of one month, or the transactions without a date. */
export interface HeadingRow {
  readonly kind: 'heading'
  readonly key: string
  readonly about: 'pending' | 'month' | 'undated'
  /** Set for `month`: time of the first entry below the heading. */
  readonly at?: number
}

export type Row = EntryRow | HeadingRow

/** Whether the list shows an entry below the heading `pending`: it is pending, or was sent from this browser and its result is unknown. */
export const isPending = ({ status, id }: HistoryEntry): boolean =>
  status === 'pending' || (status === 'unknown' && id.startsWith('sent:'))

interface RowsOptions {
  readonly withHidden: boolean
  /** Key of a month in the visitor's calendar. */
  monthOf(at: number): string
}

function headingOf(entry: HistoryEntry, { monthOf }: RowsOptions): HeadingRow {
  if (isPending(entry)) return { kind: 'heading', key: 'pending', about: 'pending' }
  if (entry.at === undefined) return { kind: 'heading', key: 'undated', about: 'undated' }
  return { kind: 'heading', key: monthOf(entry.at), about: 'month', at: entry.at }
}

/**
 * Rows with headings: first pending transactions, then transactions by month of the visitor's calendar, the newest
 * first, then transactions without a date.
 */
export function toRows(
  sent: readonly HistoryEntry[],
  flaggedEntries: readonly FlaggedEntry[],
  options: RowsOptions,
): readonly Row[] {
  const visibleEntries = [
    ...sent.map((entry) => ({ entry, spamFlags: [], isHidden: false })),
    ...flaggedEntries.filter(({ isHidden }) => options.withHidden || !isHidden),
  ]
  const rank = ({ entry }: FlaggedEntry): number =>
    isPending(entry) ? Number.POSITIVE_INFINITY : (entry.at ?? Number.NEGATIVE_INFINITY)
  const sorted = visibleEntries.toSorted((one, other) => {
    const [a, b] = [rank(one), rank(other)]
    return a === b ? 0 : b > a ? 1 : -1
  })
  let lastHeading = ''
  return sorted.flatMap(({ entry, spamFlags }): readonly Row[] => {
    const heading = headingOf(entry, options)
    const row: EntryRow = { kind: 'entry', key: entry.id, entry, spamFlags }
    if (heading.key === lastHeading) return [row]
    lastHeading = heading.key
    return [heading, row]
  })
}
