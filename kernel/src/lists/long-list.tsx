import { Fragment, type Key, type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react'
import { useMoreStyles } from '../ui/styles/styles-more.js'
import { topOf } from './row-window.js'
import { type Place, useLongList } from './use-long-list.js'

export type { Place } from './use-long-list.js'

export interface LongListProps {
  /** Says what is listed. */
  readonly label: string
  /** {@link ListItem}s of any height that come before the others. */
  readonly before?: ReactNode
  readonly count: number
  /** The {@link ListItem} at an index, of one line; or a {@link ListHeading}. */
  row(at: number): ReactNode
  /**
   * What the row at an index is told from others by, where rows come and go between others. By default its index: what a search finds is written
   * over the rows that were there, those in sight first.
   */
  keyOf?(at: number): Key
  /** Indices of the rows that are {@link ListHeading}s, in order: arrow keys pass them by. */
  readonly headings?: readonly number[]
  /** False while more rows are to come. */
  readonly isWhole?: boolean
  /** Called when the end is near: the owner may bring more rows. */
  onNearEnd?(): void
  readonly place?: Place
}

/** How many rows before the end is near. */
const NEAR_ROWS = 8

const NONE: readonly number[] = []

/** Names the rows below it in a {@link LongList}. */
export function ListHeading({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <li className="wm-list-heading">
      <h2 className="wm-section-title">{children}</h2>
    </li>
  )
}

/** A list of any length of which only the rows in sight are in the page. Arrow keys, Home and End walk through all of it. */
export function LongList({
  label,
  before,
  count,
  row,
  keyOf,
  headings = NONE,
  isWhole = true,
  onNearEnd,
  place,
}: LongListProps): ReactNode {
  useMoreStyles()
  const { drawn, end, ref, divider, isInSight, handlers } = useLongList({ count, isWhole, place, headings })
  const former = useDeferredValue(keyOf ? undefined : row)
  useEffect(() => {
    if (end + NEAR_ROWS >= count) onNearEnd?.()
  }, [end, count, onNearEnd])
  const gap = (from: number, to: number) => ({ heightPx: topOf(to, headings) - topOf(from, headings) })
  return (
    <ul
      className="wm-list wm-long"
      // biome-ignore lint/a11y/noRedundantRoles: a list without bullets loses its role in one browser
      role="list"
      aria-label={label}
      ref={ref}
      {...handlers}
    >
      {before}
      <li hidden ref={divider} />
      {drawn.flatMap((at, order) => {
        const from = (drawn[order - 1] ?? -1) + 1
        const item = <Fragment key={keyOf?.(at) ?? at}>{(isInSight(at) ? row : (former ?? row))(at)}</Fragment>
        return from < at ? [<Gap key={`before ${at}`} {...gap(from, at)} />, item] : item
      })}
      <Gap {...gap((drawn.at(-1) ?? -1) + 1, count)} />
    </ul>
  )
}

/** Holds the place of rows that are not drawn. A strict policy allows no style attribute in markup, so the height is set by script. */
function Gap({ heightPx }: { readonly heightPx: number }): ReactNode {
  const gap = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    if (gap.current) gap.current.style.height = `${heightPx - GAP_PX}px`
  }, [heightPx])
  return heightPx > 0 && <li ref={gap} aria-hidden="true" />
}

/** The list's own distance between two items. */
const GAP_PX = 8
