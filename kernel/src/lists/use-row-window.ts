import { useEffect, useRef, useState } from 'react'
import { disableBlurIfSlow } from './disable-blur-if-slow.js'
import type { ListPosition } from './list-position.js'
import { type ListRefs, rowElements } from './row-elements.js'
import { type RowWindow, rowsInSight, windowAt } from './row-window.js'

interface VisibleRows {
  /** Rows to render. */
  readonly rendered: RowWindow
  /** Whether the row at an index is visible, as last measured. */
  isInSight(at: number): boolean
}

/** Follows the scroll position, which starts at `position` and is stored there. */
export function useRowWindow(
  refs: ListRefs,
  position: ListPosition | undefined,
  headings: readonly number[],
): VisibleRows {
  const [rendered, render] = useState(() => windowAt(position?.top ?? 0, headings))
  const inSight = useRef<RowWindow>(undefined)
  const latestHeadings = useRef(headings)
  latestHeadings.current = headings
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position is where the list begins
  useEffect(() => {
    const scroller = refs.list.current?.closest('.wm-body')
    if (!scroller) return
    const measure = (): void => {
      if (!refs.list.current) return
      if (position) position.top = scroller.scrollTop
      const { items, first } = rowElements(refs)
      const start = items[first - 1]?.getBoundingClientRect().bottom ?? refs.list.current.getBoundingClientRect().top
      const topPx = scroller.getBoundingClientRect().top - start
      inSight.current = rowsInSight(topPx, scroller.clientHeight, latestHeadings.current)
      const next = windowAt(topPx, latestHeadings.current)
      render((now) => (now.start === next.start && now.end === next.end ? now : next))
    }
    if (position) scroller.scrollTop = position.top
    measure()
    scroller.addEventListener('scroll', measure, { passive: true })
    const stopMeasuring = disableBlurIfSlow(scroller)
    return () => {
      stopMeasuring()
      scroller.removeEventListener('scroll', measure)
    }
  }, [position])
  return {
    rendered,
    isInSight: (at) => !inSight.current || (at >= inSight.current.start && at < inSight.current.end),
  }
}
