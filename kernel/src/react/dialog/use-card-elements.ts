import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { afterPaint } from './after-paint.js'
import type { Frame } from './frame.js'
import { followHeight, shake } from './motion.js'
import { dragToClose } from './sheet-drag.js'
import { useUi } from './ui-context.js'

/** Refs of the card, the part by which a sheet is dragged, the part that scrolls, and its content. */
type CardElements = readonly [
  card: RefObject<HTMLDivElement | null>,
  handle: RefObject<HTMLElement | null>,
  body: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
]

/**
 * Opens and names the dialog; closes it on unmount. Each later visit to a view starts at the top, with the focus on an element of the view. Animates
 * changes of height, lets a visitor drag a sheet to close it, and shakes the card if closing was refused.
 */
export function useCardElements(frame: Frame, visit: number, label: string): CardElements {
  const { router, refusals } = useUi()
  const card = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const first = useRef(visit)

  useLayoutEffect(() => {
    frame.dialog.setAttribute('aria-label', label)
  }, [frame, label])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a visit may begin while the card of a closed one is still there
  useLayoutEffect(() => {
    if (!card.current) return
    card.current.style.removeProperty('--wm-drag') // starts where the previous sheet was dragged to
    frame.show(card.current)
  }, [frame, visit])
  useLayoutEffect(() => () => frame.hide(), [frame])
  useEffect(
    () =>
      afterPaint(() => {
        if (!card.current || !handle.current || !body.current || !content.current) return
        const shaken = card.current
        const before = refusals.peek()
        const ends = [
          followHeight(body.current, content.current),
          dragToClose(shaken, handle.current, router),
          refusals.subscribe((count) => {
            if (count > before) shake(shaken)
          }),
        ]
        return () => {
          for (const end of ends) end()
        }
      }),
    [refusals, router],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each visit
  useLayoutEffect(() => {
    if (first.current === visit || !body.current || !card.current) return
    first.current = 0
    body.current.scrollTop = 0
    frame.settleFocus(card.current)
  }, [visit])
  return [card, handle, body, content]
}
