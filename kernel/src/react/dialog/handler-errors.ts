import type { ViewEntry } from './view-entry.js'

const entries = new WeakMap<EventTarget, ViewEntry>()

/** Attributes errors of event handlers below `element` to a view's plugin. */
export const markView = (element: Element | null, entry: ViewEntry): void => {
  if (element) entries.set(element, entry)
}

const eventTypes = [
  'click',
  'input',
  'change',
  'submit',
  'keydown',
  'keyup',
  'pointerdown',
  'pointerup',
  'paste',
  'drop',
  'focusin',
  'focusout',
]

/**
 * Reports errors of views' event handlers with the name of the view's plugin. The browser emits `error` on `window` while the failed listener is
 * running, so the event's `currentTarget` is the element of this listener. Ignores errors of listeners outside `root`. Returns a function that stops
 * reporting.
 */
export function catchHandlerErrors(root: ShadowRoot): () => void {
  let dispatched: { readonly event: Event; readonly entry: ViewEntry } | undefined
  const rememberEvent = (event: Event): void => {
    const entry = event
      .composedPath()
      .map((target) => entries.get(target))
      .find(Boolean)
    dispatched = entry && { event, entry }
  }
  const handleError = (errorEvent: ErrorEvent): void => {
    const listener = dispatched?.event.currentTarget
    if (!(listener instanceof Node) || !root.contains(listener)) return
    errorEvent.preventDefault() // reported with the plugin's name instead
    dispatched?.entry.handlerFailed(errorEvent.error)
  }
  for (const type of eventTypes) root.addEventListener(type, rememberEvent, { capture: true })
  addEventListener('error', handleError)
  return () => {
    for (const type of eventTypes) root.removeEventListener(type, rememberEvent, { capture: true })
    removeEventListener('error', handleError)
  }
}
