import { deepActiveElement, tabStops } from '../../react/dialog/focus.js'

/**
 * Keeps keyboard focus inside `dialog` if its last tab stop is an iframe. The page receives no key events from an iframe. Therefore an invisible
 * element after the iframe receives the focus that leaves the iframe. Returns a function that removes the element.
 */
export function keepFocusAroundFrame(dialog: HTMLElement): () => void {
  const sentinel = document.createElement('span')
  sentinel.tabIndex = 0
  sentinel.style.outline = 'none'
  sentinel.style.position = 'absolute' // takes no space in the dialog, which centers its card
  let isEntering = false
  const stops = (): readonly HTMLElement[] => tabStops(dialog).filter((one) => one !== sentinel)
  sentinel.addEventListener('focus', () => {
    if (!isEntering) stops()[0]?.focus()
    isEntering = false
  })
  /** On Shift+Tab, focuses the invisible element. The browser then moves the focus from there to the end of the iframe. */
  const enterBackwards = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || !event.shiftKey || event.defaultPrevented) return
    const all = stops()
    const active = deepActiveElement()
    const isBeforeFirst = !(active instanceof HTMLElement) || all.indexOf(active) <= 0
    if (!isBeforeFirst || !(all.at(-1) instanceof HTMLIFrameElement)) return
    isEntering = true
    sentinel.focus()
    event.stopPropagation()
  }
  dialog.append(sentinel)
  dialog.addEventListener('keydown', enterBackwards, { capture: true })
  return () => {
    dialog.removeEventListener('keydown', enterBackwards, { capture: true })
    sentinel.remove()
  }
}
