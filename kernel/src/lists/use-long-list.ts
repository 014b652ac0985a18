import { useLayoutEffect, useRef, useState } from 'react'
import type { ListPosition } from './list-position.js'
import { type ListRefs, positionOf, rowElements } from './row-elements.js'
import { rowsToDraw } from './row-window.js'
import { type FocusHandlers, useRowFocus } from './use-row-focus.js'
import { useRowWindow } from './use-row-window.js'

interface LongListState {
  /** Indexes to render, in order. */
  readonly drawn: readonly number[]
  /** Index after the last rendered row around the viewport. */
  readonly end: number
  readonly refs: ListRefs
  /** Whether the row at an index is visible, as last measured. */
  isInSight(at: number): boolean
  readonly handlers: FocusHandlers
}

interface LongListPlan {
  readonly count: number
  readonly isComplete: boolean
  readonly position: ListPosition | undefined
  /** Sorted indexes of headings. */
  readonly headings: readonly number[]
}

/** setting an equal value would still make the browser recalculate styles */
function setNumber(item: Element, attribute: string, value: number): void {
  if (item.getAttribute(attribute) !== String(value)) item.setAttribute(attribute, String(value))
}

/** State of a virtual list: rendered rows, and keyboard focus on rows that are not rendered yet. */
export function useLongList({ count, isComplete, position, headings }: LongListPlan): LongListState {
  const list = useRef<HTMLUListElement>(null)
  const divider = useRef<HTMLLIElement>(null)
  const refs = { list, divider }
  const [focused, setFocused] = useState(position?.focused)
  const { rendered, isInSight } = useRowWindow(refs, position, headings)
  const drawn = rowsToDraw(rendered, count, focused)
  const handlers = useRowFocus(refs, { count, drawn, headings, position, setFocused })
  useLayoutEffect(() => {
    const { items, first } = rowElements({ list, divider })
    for (const [at, item] of items.entries()) {
      setNumber(item, 'aria-posinset', positionOf(at, first, drawn) + 1)
      setNumber(item, 'aria-setsize', isComplete ? first + count : -1)
    }
  })
  return { drawn, end: rendered.end, refs, isInSight, handlers }
}
