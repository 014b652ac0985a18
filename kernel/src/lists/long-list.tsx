import { Fragment, type Key, type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react'
import { useDeferredStyles } from '../ui/styles/deferred-styles.js'
import type { ListPosition } from './list-position.js'
import { topOf } from './row-window.js'
import { useLongList } from './use-long-list.js'

export type { ListPosition } from './list-position.js'

export interface LongListProps {
  /** Accessible name of the list. */
  readonly label: string
  /** {@link ListItem}s of any height, displayed before the rows. */
  readonly before?: ReactNode
  /** Number of rows. */
  readonly count: number
  /** Renders the row at an index: a {@link ListItem} with one line of text, or a {@link ListHeading}. */
  row(at: number): ReactNode
  /**
   * Key of the row at an index, for lists in which rows are inserted or removed. Default: the index. With this default, React reuses the existing
   * rows for new search results, and updates the visible rows first.
   */
  keyOf?(at: number): Key
  /** Sorted indexes of the rows that are {@link ListHeading}s, which arrow keys skip. */
  readonly headings?: readonly number[]
  /** False while more rows can be loaded. Default: true. */
  readonly isComplete?: boolean
  /** Called when the end is near, to load more rows. */
  onNearEnd?(): void
  readonly position?: ListPosition
}

/** The end is near if at most this many rows follow the rendered ones. */
const NEAR_ROWS = 8

const NONE: readonly number[] = []

/** Heading of the rows below it in a {@link LongList}. */
export function ListHeading({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <li className="wm-list-heading">
      <h2 className="wm-section-title">{children}</h2>
    </li>
  )
}

/** Virtual list: renders only the rows in and around the viewport. Arrow keys, Home and End work for the whole list. */
export function LongList({
  label,
  before,
  count,
  row,
  keyOf,
  headings = NONE,
  isComplete = true,
  onNearEnd,
  position,
}: LongListProps): ReactNode {
  useDeferredStyles()
  const { renderedRows, end, refs, isVisible, handlers } = useLongList({ count, isComplete, position, headings })
  const previousRow = useDeferredValue(keyOf ? undefined : row)
  useEffect(() => {
    if (end + NEAR_ROWS >= count) onNearEnd?.()
  }, [end, count, onNearEnd])
  const spacer = (from: number, to: number) => ({ heightPx: topOf(to, headings) - topOf(from, headings) })
  return (
    <ul
      className="wm-list wm-long"
      // biome-ignore lint/a11y/noRedundantRoles: a list without bullets loses its role in Safari
      role="list"
      aria-label={label}
      ref={refs.list}
      {...handlers}
    >
      {before}
      <li hidden ref={refs.divider} />
      {renderedRows.flatMap((at, order) => {
        const from = (renderedRows[order - 1] ?? -1) + 1
        const item = <Fragment key={keyOf?.(at) ?? at}>{(isVisible(at) ? row : (previousRow ?? row))(at)}</Fragment>
        return from < at ? [<Spacer key={`before ${at}`} {...spacer(from, at)} />, item] : item
      })}
      <Spacer {...spacer((renderedRows.at(-1) ?? -1) + 1, count)} />
    </ul>
  )
}

/** Placeholder with the height of rows that are not rendered. A script sets the height, because a strict CSP forbids style attributes in markup. */
function Spacer({ heightPx }: { readonly heightPx: number }): ReactNode {
  const item = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    if (item.current) item.current.style.height = `${heightPx - GAP_PX}px`
  }, [heightPx])
  return heightPx > 0 && <li ref={item} aria-hidden="true" />
}

/** Gap between two items, in pixels. */
const GAP_PX = 8
