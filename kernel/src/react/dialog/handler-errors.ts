import type { ViewEntry } from './view-entry.js'

const entries = new WeakMap<EventTarget, ViewEntry>()

/** Attributes errors of event handlers below `element` to a view's plugin. */
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
 * Catches errors of views' event handlers: the browser reports them on `window` while their event is at a listener in `root`. Ignores errors of other
 * listeners, such as the site's own. Returns a function that stops it.
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
    report.preventDefault() // reported with the plugin's name instead
    dispatched?.entry.handlerFailed(report.error)
  }
  for (const type of types) root.addEventListener(type, follow, { capture: true })
  addEventListener('error', take)
  return () => {
    for (const type of types) root.removeEventListener(type, follow, { capture: true })
    removeEventListener('error', take)
  }
}
