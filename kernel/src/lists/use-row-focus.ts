import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { steps } from '../ui/lists/list.js'
import type { ListPosition } from './list-position.js'
import { type ListRefs, positionOf, rowElements } from './row-elements.js'

export interface FocusHandlers {
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onFocus(event: FocusEvent<HTMLElement>): void
  onBlur(event: FocusEvent<HTMLElement>): void
}

interface RowFocusOptions {
  readonly count: number
  /** Rendered indexes. */
  readonly drawn: readonly number[]
  /** Sorted indexes of headings, which arrow keys skip. */
  readonly headings: readonly number[]
  readonly position: ListPosition | undefined
  /** Renders the row at an index, wherever it is. */
  setFocused(at: number | undefined): void
}

const focusRow = (item: Element | undefined, options?: FocusOptions): void =>
  item?.querySelector<HTMLElement>('.wm-item')?.focus(options)

/** Keyboard focus, which can move to rows that are not rendered yet. It is stored in `position`. */
export function useRowFocus(
  refs: ListRefs,
  { count, drawn, headings, position, setFocused }: RowFocusOptions,
): FocusHandlers {
  /** Row to focus once it is rendered. */
  const pendingFocus = useRef<number>(undefined)
  const focusWanted = (options?: FocusOptions): void => {
    if (pendingFocus.current === undefined || !drawn.includes(pendingFocus.current)) return
    const { items, first } = rowElements(refs)
    const item = items[first + drawn.indexOf(pendingFocus.current)]
    pendingFocus.current = undefined
    focusRow(item, options)
  }
  /** Position of the row that contains an element; -1 outside of the rows. */
  const indexOf = (target: EventTarget): number => {
    const { items, first } = rowElements(refs)
    const at = items.findIndex((item) => target instanceof Node && item.contains(target))
    return positionOf(at, first, drawn)
  }
  const store = (at: number | undefined): void => {
    setFocused(at)
    if (position) position.focused = at
  }
  useLayoutEffect(() => focusWanted())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position is where the list begins
  useEffect(() => {
    pendingFocus.current = position?.focused
    focusWanted({ preventScroll: true })
  }, [position])
  return {
    onKeyDown(event) {
      const step = steps[event.key]
      const at = indexOf(event.target)
      if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      const { items, first } = rowElements(refs)
      const on = event.key === 'ArrowUp' || event.key === 'End' ? steps.ArrowUp : steps.ArrowDown
      let next = step(at, first + count)
      for (let tries = 0; tries < count && next >= first && headings.includes(next - first); tries++)
        next = on?.(next, first + count) ?? next
      if (next < first) return focusRow(items[next])
      pendingFocus.current = next - first
      setFocused(next - first) // renders the row; if it is rendered already, it gets the focus now
      focusWanted()
    },
    onFocus(event) {
      const at = indexOf(event.target) - rowElements(refs).first
      store(at < 0 ? undefined : at)
    },
    onBlur({ currentTarget, relatedTarget }) {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) store(undefined)
    },
  }
}
