import { useLayoutEffect, useRef, useState } from 'react'
import type { ListPosition } from './list-position.js'
import { type ListRefs, positionOf, rowElements } from './row-elements.js'
import { rowsToRender } from './row-window.js'
import { type FocusHandlers, useRowFocus } from './use-row-focus.js'
import { useRowWindow } from './use-row-window.js'

interface LongListState {
  /** Indexes of the rows to render, in order. */
  readonly renderedRows: readonly number[]
  /** Index after the last row of the rendered window. */
  readonly end: number
  readonly refs: ListRefs
  /** Whether the row at an index is visible, as last measured. */
  isVisible(at: number): boolean
  readonly handlers: FocusHandlers
}

interface LongListOptions {
  readonly count: number
  readonly isComplete: boolean
  readonly position: ListPosition | undefined
  /** Sorted indexes of headings. */
  readonly headings: readonly number[]
}

/** Sets an attribute only if it changes, because setting an equal value also makes the browser recalculate styles. */
function setNumber(item: Element, attribute: string, value: number): void {
  if (item.getAttribute(attribute) !== String(value)) item.setAttribute(attribute, String(value))
}

/** State of a virtual list: rendered rows, and keyboard focus on rows that are not rendered yet. */
export function useLongList({ count, isComplete, position, headings }: LongListOptions): LongListState {
  const list = useRef<HTMLUListElement>(null)
  const divider = useRef<HTMLLIElement>(null)
  const refs = { list, divider }
  const [focused, setFocused] = useState(position?.focused)
  const { rowWindow, isVisible } = useRowWindow(refs, position, headings)
  const renderedRows = rowsToRender(rowWindow, count, focused)
  const handlers = useRowFocus(refs, { count, renderedRows, headings, position, setFocused })
  useLayoutEffect(() => {
    const { items, beforeCount } = rowElements({ list, divider })
    for (const [at, item] of items.entries()) {
      item.toggleAttribute('data-row', at >= beforeCount)
      setNumber(item, 'aria-posinset', positionOf(at, beforeCount, renderedRows) + 1)
      setNumber(item, 'aria-setsize', isComplete ? beforeCount + count : -1)
    }
  })
  return { renderedRows, end: rowWindow.end, refs, isVisible, handlers }
}
