import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Route } from '../../modal/router.js'
import type { ViewHeader } from '../../plugins/plugin.js'
import { useTexts } from '../../ui/texts.js'
import { useTracked, useValue } from '../hooks/use-value.js'
import { afterPaint } from './after-paint.js'
import type { Frame } from './frame.js'
import { Header } from './header.js'
import { headerTexts } from './header-texts.js'
import { followHeight, reducesMotion, shake } from './motion.js'
import { PluginView } from './plugin-view.js'
import { useUi } from './ui-context.js'
import type { ViewEntry } from './view-entry.js'

interface CardProps {
  readonly frame: Frame
  readonly route: Route
  readonly entry: ViewEntry
}

/** Media query for devices on which the card may be a sheet, also after the device is turned. Other devices do not load the code for dragging. */
const DRAGGABLE = '(max-width:430px),(pointer:coarse)'

/** Header until the view is loaded, or if loading fails. */
const noHeader: ViewHeader = {}

/** Card of the open modal. Opens the dialog when it is mounted, and closes it when it is unmounted. */
export function Card({ frame, route, entry }: CardProps): ReactNode {
  const { router } = useUi()
  const t = useTexts()
  const state = useValue(entry.state)
  const header = state.status === 'ready' ? state.header : noHeader
  const { title, label } = useTracked(() => headerTexts(entry, header, t))
  const language = useTracked(entry.language)
  const direction = useDirection(useValue(router.depth))

  const [card, handle, body, content] = useCardElements(frame, route.key, label)

  return (
    <div className="wm-card" ref={card} tabIndex={-1}>
      <Header
        viewTexts={entry.t}
        language={language}
        header={header}
        title={title}
        label={state.status === 'loading' ? '' : label}
        handle={handle}
      />
      <div className="wm-body" ref={body}>
        <div className="wm-content" ref={content}>
          <PluginView
            key={`${route.key} ${route.view.name}`}
            className={`wm-view wm-from-${direction}`}
            entry={entry}
            params={route.params}
            resolve={(result) => router.resolve(route.key, result)}
            onBack={() => router.back()}
            onReady={() => card.current && frame.dialog.open && frame.settleFocus(card.current)}
          />
        </div>
      </div>
      <Announcement text={label} />
    </div>
  )
}

/** Refs of the card, the handle by which a sheet is dragged, the scrolling body, and its content. */
type CardElements = readonly [
  card: RefObject<HTMLDivElement | null>,
  handle: RefObject<HTMLElement | null>,
  body: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
]

/**
 * Opens and names the dialog; closes it on unmount. When another view is opened (`routeKey`), scrolls to the top and focuses an element of the view.
 * Animates changes of height, lets a visitor drag a sheet to close it, and shakes the card if closing was refused.
 */
function useCardElements(frame: Frame, routeKey: number, label: string): CardElements {
  const { router, refusals } = useUi()
  const card = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const firstKey = useRef(routeKey)

  useLayoutEffect(() => {
    frame.dialog.setAttribute('aria-label', label)
  }, [frame, label])
  // runs for each opened view, because the modal may open again before the closed card is removed
  useLayoutEffect(() => {
    if (!card.current || !body.current) return
    card.current.style.removeProperty('--wm-drag') // resets the offset of a sheet that was closed by dragging
    frame.show(card.current)
    if (firstKey.current === routeKey) return // `show` has focused an element of the first view
    firstKey.current = 0
    body.current.scrollTop = 0
    frame.settleFocus(card.current)
  }, [frame, routeKey])
  useLayoutEffect(() => () => frame.hide(), [frame])
  useEffect(
    () =>
      afterPaint(() => {
        if (!card.current || !handle.current || !body.current || !content.current) return
        const [cardElement, header] = [card.current, handle.current]
        const before = refusals.peek()
        const controller = new AbortController()
        if (matchMedia(DRAGGABLE).matches)
          import('./sheet-drag.js').then(
            ({ dragToClose }) => dragToClose({ card: cardElement, header, router, reducesMotion }, controller.signal),
            () => null, // without the code, the visitor closes the sheet with the button
          )
        const unsubscribers = [
          () => controller.abort(),
          followHeight(body.current, content.current),
          refusals.subscribe((count) => {
            if (count > before) shake(cardElement)
          }),
        ]
        return () => {
          for (const unsubscribe of unsubscribers) unsubscribe()
        }
      }),
    [refusals, router],
  )
  return [card, handle, body, content]
}

type Direction = 'nowhere' | 'end' | 'start'

/** Direction of the transition between the previous and the current view. */
function useDirection(depth: number): Direction {
  const [previous, setPrevious] = useState<{ readonly depth: number; readonly direction: Direction }>({
    depth,
    direction: 'nowhere',
  })
  if (previous.depth === depth) return previous.direction
  const direction = depth > previous.depth ? 'end' : 'start'
  setPrevious({ depth, direction })
  return direction
}

/** Announces the titles of later views. Screen readers announce the first title as the name of the dialog. */
function Announcement({ text }: { readonly text: string }): ReactNode {
  const [first] = useState(text)
  const [announcement, announce] = useState('')
  useEffect(() => {
    announce((before) => (before || text !== first ? text : ''))
  }, [text, first])
  return (
    <p className="wm-hidden" role="status">
      {announcement}
    </p>
  )
}
