const focusable =
  'a[href],area[href],button,input,select,textarea,iframe,summary,audio[controls],video[controls],[contenteditable],[tabindex]'

const isTabStop = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 &&
  !element.matches(':disabled') &&
  !element.closest('[inert]') &&
  element.checkVisibility({ visibilityProperty: true })

/** Tab stops below `root`, in order, including shadow trees. */
export function tabStops(root: Element | ShadowRoot): readonly HTMLElement[] {
  const stops: HTMLElement[] = []
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (element.shadowRoot) stops.push(...tabStops(element.shadowRoot))
    else if (element.matches(focusable) && isTabStop(element)) stops.push(element)
  }
  return stops
}

/** Focused element, including elements in open shadow roots. */
export function deepActiveElement(root: Document | ShadowRoot = document): Element | null {
  const active = root.activeElement
  return active?.shadowRoot ? (deepActiveElement(active.shadowRoot) ?? active) : active
}

/** Focus trap: keeps the Tab key within `dialog` in both directions. */
export function cycleFocus(event: KeyboardEvent, dialog: HTMLElement): void {
  const stops = tabStops(dialog)
  const active = deepActiveElement()
  const at = active instanceof HTMLElement ? stops.indexOf(active) : -1
  const edge = event.shiftKey ? 0 : stops.length - 1
  if (at !== edge && !(event.shiftKey && at < 0) && stops.length > 0) return
  event.preventDefault()
  stops.at(event.shiftKey ? -1 : 0)?.focus()
}
