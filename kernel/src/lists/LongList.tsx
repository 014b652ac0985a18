import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useMoreStyles } from '../ui/styles-more.js'
import { ROW_PX } from './row-window.js'
import { type Place, useLongList } from './use-long-list.js'

export type { Place } from './use-long-list.js'

export interface LongListProps {
  /** Says what is listed. */
  readonly label: string
  /** {@link ListItem}s of any height that come before the others. */
  readonly before?: ReactNode
  readonly count: number
  /** The {@link ListItem} at an index, of one line and with a key; a {@link ListHeading} where `isHeading` says so. */
  row(at: number): ReactNode
  /** Rows that name those below: arrow keys pass them by. */
  isHeading?(at: number): boolean
  /** False while more rows are to come. */
  readonly isWhole?: boolean
  /** Called when the end is near: the owner may bring more rows. */
  onNearEnd?(): void
  readonly place?: Place
}

/** How many rows before the end is near. */
const NEAR_ROWS = 8

const never = (): boolean => false

/** Names the rows below it in a {@link LongList}. As high as a row. */
export function ListHeading({ children }: { readonly children: string }): ReactNode {
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
  isHeading = never,
  isWhole = true,
  onNearEnd,
  place,
}: LongListProps): ReactNode {
  useMoreStyles()
  const { drawn, end, ref, divider, handlers } = useLongList({ count, isWhole, place, isHeading })
  useEffect(() => {
    if (end + NEAR_ROWS >= count) onNearEnd?.()
  }, [end, count, onNearEnd])
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
      {drawn.flatMap((at, order) => [<Gap key={`before ${at}`} rows={at - (drawn[order - 1] ?? -1) - 1} />, row(at)])}
      <Gap rows={count - (drawn.at(-1) ?? -1) - 1} />
    </ul>
  )
}

/** Holds the place of rows that are not drawn. A strict policy allows no style attribute in markup, so the height is set by script. */
function Gap({ rows }: { readonly rows: number }): ReactNode {
  const gap = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    if (gap.current) gap.current.style.height = `${rows * ROW_PX - GAP_PX}px`
  }, [rows])
  return rows > 0 ? <li ref={gap} aria-hidden="true" /> : null
}

/** The list's own distance between two items. */
const GAP_PX = 8
