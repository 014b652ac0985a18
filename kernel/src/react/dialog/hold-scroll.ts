const keys: ReadonlySet<string> = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' '])

const uses = (key: string): string =>
  key === ' ' ? 'input,textarea,select,button,a,summary,[contenteditable]' : 'input,textarea,select,[contenteditable]'

/**
 * Prevents wheel and keys from scrolling the page behind the dialog. `overscroll-behavior` would do this, but not in every browser for boxes without
 * overflow.
 */
export function holdScroll(event: WheelEvent | KeyboardEvent, dialog: HTMLElement): void {
  const { target } = event
  if (!(target instanceof Element)) return
  if (event instanceof KeyboardEvent && (!keys.has(event.key) || target.closest(uses(event.key)))) return
  const scroller = dialog.querySelector('.wm-body')
  if (!scroller?.contains(target) || scroller.scrollHeight <= scroller.clientHeight) event.preventDefault()
}
