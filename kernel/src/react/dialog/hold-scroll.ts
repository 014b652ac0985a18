const keys: ReadonlySet<string> = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' '])

/** Selector of the elements that handle a key themselves. */
const handlersOf = (key: string): string =>
  key === ' ' ? 'input,textarea,select,button,a,summary,[contenteditable]' : 'input,textarea,select,[contenteditable]'

/**
 * Prevents wheel and keys from scrolling the page behind the dialog. `overscroll-behavior` is not enough: some browsers ignore it for boxes without
 * overflow.
 */
export function holdScroll(event: WheelEvent | KeyboardEvent, dialog: HTMLElement): void {
  const { target } = event
  if (!(target instanceof Element)) return
  if (event instanceof KeyboardEvent && (!keys.has(event.key) || target.closest(handlersOf(event.key)))) return
  const scroller = dialog.querySelector('.wm-body')
  if (!scroller?.contains(target) || scroller.scrollHeight <= scroller.clientHeight) event.preventDefault()
}
