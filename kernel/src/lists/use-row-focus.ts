import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { keyTargets } from '../ui/lists/list.js'
import type { ListPosition } from './list-position.js'
import { type ListRefs, positionOf, rowElements } from './row-elements.js'

export interface FocusHandlers {
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onFocus(event: FocusEvent<HTMLElement>): void
  onBlur(event: FocusEvent<HTMLElement>): void
}

interface RowFocusOptions {
  readonly count: number
  /** Indexes of the rendered rows. */
  readonly renderedRows: readonly number[]
  /** Sorted indexes of headings, which arrow keys skip. */
  readonly headings: readonly number[]
  readonly position: ListPosition | undefined
  /** Sets the index of the focused row. The list renders this row even if it is far outside the viewport. */
  setFocused(at: number | undefined): void
}

const focusRow = (item: Element | undefined, options?: FocusOptions): void =>
  item?.querySelector<HTMLElement>('.wm-item')?.focus(options)

/** Keyboard focus of a virtual list. The focus can move to rows that are not rendered yet. `position` stores the focused row. */
export function useRowFocus(
  refs: ListRefs,
  { count, renderedRows, headings, position, setFocused }: RowFocusOptions,
): FocusHandlers {
  /** Row to focus once it is rendered. */
  const pendingFocus = useRef<number>(undefined)
  const applyPendingFocus = (options?: FocusOptions): void => {
    if (pendingFocus.current === undefined || !renderedRows.includes(pendingFocus.current)) return
    const { items, beforeCount } = rowElements(refs)
    const item = items[beforeCount + renderedRows.indexOf(pendingFocus.current)]
    pendingFocus.current = undefined
    focusRow(item, options)
  }
  /** Position of the row that contains an element; -1 outside of the rows. */
  const indexOf = (target: EventTarget): number => {
    const { items, beforeCount } = rowElements(refs)
    const at = items.findIndex((item) => target instanceof Node && item.contains(target))
    return positionOf(at, beforeCount, renderedRows)
  }
  const store = (at: number | undefined): void => {
    setFocused(at)
    if (position) position.focused = at
  }
  useLayoutEffect(() => applyPendingFocus())
  // biome-ignore lint/correctness/useExhaustiveDependencies: restores the focus once for each `position`
  useEffect(() => {
    const stored = position?.focused
    // a row that is loaded later is not focused: by then, the visitor may have moved the focus
    pendingFocus.current = stored !== undefined && stored < count ? stored : undefined
    applyPendingFocus({ preventScroll: true })
  }, [position])
  return {
    onKeyDown(event) {
      const targetOf = keyTargets[event.key]
      const at = indexOf(event.target)
      if (!targetOf || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      const { items, beforeCount } = rowElements(refs)
      const skip = event.key === 'ArrowUp' || event.key === 'End' ? keyTargets.ArrowUp : keyTargets.ArrowDown
      let next = targetOf(at, beforeCount + count)
      for (let tries = 0; tries < count && next >= beforeCount && headings.includes(next - beforeCount); tries++)
        next = skip?.(next, beforeCount + count) ?? next
      if (next < beforeCount) return focusRow(items[next])
      pendingFocus.current = next - beforeCount
      setFocused(next - beforeCount) // renders the row; if it is rendered already, the next line focuses it
      applyPendingFocus()
    },
    onFocus(event) {
      const at = indexOf(event.target) - rowElements(refs).beforeCount
      store(at < 0 ? undefined : at)
    },
    onBlur({ currentTarget, relatedTarget }) {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) store(undefined)
    },
  }
}
