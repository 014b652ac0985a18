import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { steps } from '../ui/lists/list.js'
import { keepPace } from './keep-pace.js'
import { type RowWindow, rowsInSight, rowsToDraw, windowAt } from './row-window.js'

/** Position in a list. The owner stores it and passes it in again; the list updates it. */
export interface Place {
  /** Scroll offset, in pixels. */
  top: number
  /** Focused row. */
  focused: number | undefined
}

interface LongListState {
  /** Indexes to render, in order. */
  readonly drawn: readonly number[]
  /** Index after the last visible row. */
  readonly end: number
  readonly ref: RefObject<HTMLUListElement | null>
  /** Element between the rows of any height and the virtual part. */
  readonly divider: RefObject<HTMLLIElement | null>
  /** Whether the row at an index is visible, as last measured. */
  isInSight(at: number): boolean
  readonly handlers: {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void
    onFocus(event: FocusEvent<HTMLElement>): void
    onBlur(event: FocusEvent<HTMLElement>): void
  }
}

const focusRow = (item: Element | undefined, options?: FocusOptions): void =>
  item?.querySelector<HTMLElement>('.wm-item')?.focus(options)

/** setting an equal value would still make the browser recalculate styles */
function tell(item: Element, attribute: string, value: number): void {
  if (item.getAttribute(attribute) !== String(value)) item.setAttribute(attribute, String(value))
}

interface LongListPlan {
  readonly count: number
  readonly isWhole: boolean
  readonly place: Place | undefined
  /** Sorted indexes of headings. */
  readonly headings: readonly number[]
}

/** State of a virtual list: rendered rows, and keyboard focus on rows that are not rendered yet. */
export function useLongList({ count, isWhole, place, headings }: LongListPlan): LongListState {
  const ref = useRef<HTMLUListElement>(null)
  const divider = useRef<HTMLLIElement>(null)
  /** Row to focus once it is rendered. */
  const wanted = useRef<number>(undefined)
  const [seen, see] = useState(() => windowAt(place?.top ?? 0, headings))
  const [focused, setFocused] = useState(place?.focused)
  const drawn = rowsToDraw(seen, count, focused)
  const inSight = useRef<RowWindow>(undefined)
  const lower = useRef(headings)
  lower.current = headings

  /** Focusable rows of the list, and the number of them before the virtual part. */
  const parts = (): { readonly items: readonly Element[]; readonly first: number } => {
    const all: readonly Element[] = [...(ref.current?.children ?? [])]
    const items = all.filter((item) => item !== divider.current && item.getAttribute('aria-hidden') !== 'true')
    return { items, first: divider.current ? all.indexOf(divider.current) : 0 }
  }
  const positionOf = (at: number, first: number): number => (at < first ? at : first + (drawn[at - first] ?? 0))
  const indexOf = (target: EventTarget): number => {
    const { items, first } = parts()
    return positionOf(
      items.findIndex((item) => target instanceof Node && item.contains(target)),
      first,
    )
  }
  const focusWanted = (options?: FocusOptions): void => {
    if (wanted.current === undefined || !drawn.includes(wanted.current)) return
    const { items, first } = parts()
    const item = items[first + drawn.indexOf(wanted.current)]
    wanted.current = undefined
    focusRow(item, options)
  }
  const keep = (at: number | undefined): void => {
    setFocused(at)
    if (place) place.focused = at
  }
  useLayoutEffect(() => {
    focusWanted()
    const { items, first } = parts()
    for (const [at, item] of items.entries()) {
      tell(item, 'aria-posinset', positionOf(at, first) + 1)
      tell(item, 'aria-setsize', isWhole ? first + count : -1)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is where the list begins
  useEffect(() => {
    const scroller = ref.current?.closest('.wm-body')
    if (!scroller) return
    const look = (): void => {
      if (!ref.current) return
      if (place) place.top = scroller.scrollTop
      const { items, first } = parts()
      const start = items[first - 1]?.getBoundingClientRect().bottom ?? ref.current.getBoundingClientRect().top
      const topPx = scroller.getBoundingClientRect().top - start
      inSight.current = rowsInSight(topPx, scroller.clientHeight, lower.current)
      const next = windowAt(topPx, lower.current)
      see((now) => (now.start === next.start && now.end === next.end ? now : next))
    }
    if (place) {
      scroller.scrollTop = place.top
      wanted.current = place.focused
      focusWanted({ preventScroll: true })
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    const letGo = keepPace(scroller)
    return () => {
      letGo()
      scroller.removeEventListener('scroll', look)
    }
  }, [place])

  return {
    drawn,
    end: seen.end,
    ref,
    divider,
    isInSight: (at) => !inSight.current || (at >= inSight.current.start && at < inSight.current.end),
    handlers: {
      onKeyDown(event) {
        const step = steps[event.key]
        const at = indexOf(event.target)
        if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        const { items, first } = parts()
        const on = event.key === 'ArrowUp' || event.key === 'End' ? steps.ArrowUp : steps.ArrowDown
        let next = step(at, first + count)
        for (let tries = 0; tries < count && next >= first && headings.includes(next - first); tries++)
          next = on?.(next, first + count) ?? next
        if (next < first) return focusRow(items[next])
        wanted.current = next - first
        setFocused(next - first) // renders the row; if it is rendered already, it gets the focus now
        focusWanted()
      },
      onFocus(event) {
        const at = indexOf(event.target) - parts().first
        keep(at < 0 ? undefined : at)
      },
      onBlur({ currentTarget, relatedTarget }) {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) keep(undefined)
      },
    },
  }
}
