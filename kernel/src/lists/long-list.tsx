import { Fragment, type Key, type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react'
import { useMoreStyles } from '../ui/styles/styles-more.js'
import type { ListPosition } from './list-position.js'
import { topOf } from './row-window.js'
import { useLongList } from './use-long-list.js'

export type { ListPosition } from './list-position.js'

export interface LongListProps {
  /** Accessible name of the list. */
  readonly label: string
  /** {@link ListItem}s of any height before the other rows. */
  readonly before?: ReactNode
  readonly count: number
  /** {@link ListItem} at an index, with one line of text; or a {@link ListHeading}. */
  row(at: number): ReactNode
  /**
   * Key of the row at an index, for lists in which rows are inserted or removed. Default: the index, so that search results reuse the rendered rows,
   * visible ones first.
   */
  keyOf?(at: number): Key
  /** Sorted indexes of the rows that are {@link ListHeading}s, which arrow keys skip. */
  readonly headings?: readonly number[]
  /** False while more rows can be loaded. */
  readonly isComplete?: boolean
  /** Called near the end, to load more rows. */
  onNearEnd?(): void
  readonly position?: ListPosition
}

/** Number of rows before the end that counts as near. */
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

/** Virtual list: renders visible rows only. Arrow keys, Home and End work for the whole list. */
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
  useMoreStyles()
  const { drawn, end, refs, isInSight, handlers } = useLongList({ count, isComplete, position, headings })
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
      ref={refs.list}
      {...handlers}
    >
      {before}
      <li hidden ref={refs.divider} />
      {drawn.flatMap((at, order) => {
        const from = (drawn[order - 1] ?? -1) + 1
        const item = <Fragment key={keyOf?.(at) ?? at}>{(isInSight(at) ? row : (former ?? row))(at)}</Fragment>
        return from < at ? [<Gap key={`before ${at}`} {...gap(from, at)} />, item] : item
      })}
      <Gap {...gap((drawn.at(-1) ?? -1) + 1, count)} />
    </ul>
  )
}

/** Placeholder with the height of rows that are not rendered. Set by script, because a strict CSP forbids style attributes in markup. */
function Gap({ heightPx }: { readonly heightPx: number }): ReactNode {
  const gap = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    if (gap.current) gap.current.style.height = `${heightPx - GAP_PX}px`
  }, [heightPx])
  return heightPx > 0 && <li ref={gap} aria-hidden="true" />
}

/** Gap between two items. */
const GAP_PX = 8
