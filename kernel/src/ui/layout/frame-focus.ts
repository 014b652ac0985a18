import { deepActiveElement, tabStops } from '../../react/dialog/focus.js'

/**
 * Keeps the Tab key inside `dialog` while its last stop is a frame. The page receives no keys from the frame, so an invisible stop behind it receives
 * the focus that leaves it. Returns a function that removes the stop.
 */
export function keepFocusAroundFrame(dialog: HTMLElement): () => void {
  const stop = document.createElement('span')
  stop.tabIndex = 0
  stop.style.outline = 'none'
  let isEntering = false
  const stops = (): readonly HTMLElement[] => tabStops(dialog).filter((one) => one !== stop)
  stop.addEventListener('focus', () => {
    if (!isEntering) stops()[0]?.focus()
    isEntering = false
  })
  /** Moves the focus behind the frame, from where the browser's own action for Shift+Tab enters the frame at its end. */
  const enterBackwards = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || !event.shiftKey || event.defaultPrevented) return
    const all = stops()
    const active = deepActiveElement()
    const isBeforeFirst = !(active instanceof HTMLElement) || all.indexOf(active) <= 0
    if (!isBeforeFirst || !(all.at(-1) instanceof HTMLIFrameElement)) return
    isEntering = true
    stop.focus()
    event.stopPropagation()
  }
  dialog.append(stop)
  dialog.addEventListener('keydown', enterBackwards, { capture: true })
  return () => {
    dialog.removeEventListener('keydown', enterBackwards, { capture: true })
    stop.remove()
  }
}
