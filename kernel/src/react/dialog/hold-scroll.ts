const scrollKeys = /^(Page|Arrow)(Up|Down)$|^(Home|End| )$/

/** Selector of the elements that handle a key themselves. */
const handlersOf = (key: string): string =>
  key === ' ' ? 'input,textarea,select,button,a,summary,[contenteditable]' : 'input,textarea,select,[contenteditable]'

/** Selector of the elements that have a scrollbar if their content is long. */
const SCROLLERS = '.wm-body,.wm-payload,textarea'

/**
 * Prevents wheel and keys from scrolling the page behind the dialog. `overscroll-behavior` is not enough: some browsers ignore it for boxes without
 * overflow. Does not prevent zooming: a wheel event with the Ctrl key, or a pinch on a touchpad.
 */
export function holdScroll(event: WheelEvent | KeyboardEvent, dialog: HTMLElement): void {
  const { target } = event
  if (!(target instanceof Element)) return
  const isScroll =
    event instanceof KeyboardEvent
      ? scrollKeys.test(event.key) && !target.closest(handlersOf(event.key))
      : !event.ctrlKey
  const canScroll = (scroller: Element): boolean =>
    scroller.contains(target) && scroller.scrollHeight > scroller.clientHeight
  if (isScroll && ![...dialog.querySelectorAll(SCROLLERS)].some(canScroll)) event.preventDefault()
}
