import type { ViewEntry } from './view-entry.js'

const entries = new WeakMap<EventTarget, ViewEntry>()

/** Makes event handlers below `element` those of a view's plugin. */
export const markView = (element: Element | null, entry: ViewEntry): void => {
  if (element) entries.set(element, entry)
}

const types = [
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
 * Takes errors that event handlers of views throw: the browser reports them to the window while their event is at a listener in `root`. Errors of
 * other listeners of the same event, such as the site's own, stay where they are. Returns a function that stops it.
 */
export function catchHandlerErrors(root: ShadowRoot): () => void {
  let dispatched: { readonly event: Event; readonly entry: ViewEntry } | undefined
  const follow = (event: Event): void => {
    const entry = event
      .composedPath()
      .map((target) => entries.get(target))
      .find(Boolean)
    dispatched = entry && { event, entry }
  }
  const take = (report: ErrorEvent): void => {
    const listener = dispatched?.event.currentTarget
    if (!(listener instanceof Node) || !root.contains(listener)) return
    report.preventDefault() // it is reported with its plugin's name instead
    dispatched?.entry.handlerFailed(report.error)
  }
  for (const type of types) root.addEventListener(type, follow, { capture: true })
  addEventListener('error', take)
  return () => {
    for (const type of types) root.removeEventListener(type, follow, { capture: true })
    removeEventListener('error', take)
  }
}
