import { useEffect, useRef, useState } from 'react'
import { disableBlurIfSlow } from './disable-blur-if-slow.js'
import type { ListPosition } from './list-position.js'
import { type ListRefs, rowElements } from './row-elements.js'
import { type RowWindow, visibleRows, windowAt } from './row-window.js'

interface RowWindowState {
  /** Rows to render. */
  readonly rowWindow: RowWindow
  /** Whether the row at an index is visible, as last measured. */
  isVisible(at: number): boolean
}

/** Determines the rows to render and the visible rows from the scroll offset. The offset starts at `position` and is stored there. */
export function useRowWindow(
  refs: ListRefs,
  position: ListPosition | undefined,
  headings: readonly number[],
): RowWindowState {
  const [rowWindow, setRowWindow] = useState(() => windowAt(position?.top ?? 0, headings))
  const visible = useRef<RowWindow>(undefined)
  const latestHeadings = useRef(headings)
  latestHeadings.current = headings
  // biome-ignore lint/correctness/useExhaustiveDependencies: restores the offset once for each `position`
  useEffect(() => {
    const scroller = refs.list.current?.closest('.wm-body')
    if (!scroller) return
    const measure = (): void => {
      if (!refs.list.current) return
      if (position) position.top = scroller.scrollTop
      const { items, beforeCount } = rowElements(refs)
      const start =
        items[beforeCount - 1]?.getBoundingClientRect().bottom ?? refs.list.current.getBoundingClientRect().top
      const topPx = scroller.getBoundingClientRect().top - start
      visible.current = visibleRows(topPx, scroller.clientHeight, latestHeadings.current)
      const next = windowAt(topPx, latestHeadings.current)
      setRowWindow((now) => (now.start === next.start && now.end === next.end ? now : next))
    }
    if (position) scroller.scrollTop = position.top
    measure()
    scroller.addEventListener('scroll', measure, { passive: true })
    const stopBlurCheck = disableBlurIfSlow(scroller)
    return () => {
      stopBlurCheck()
      scroller.removeEventListener('scroll', measure)
    }
  }, [position])
  return {
    rowWindow,
    isVisible: (at) => !visible.current || (at >= visible.current.start && at < visible.current.end),
  }
}
