/** Distance from the end at which a list counts as read, in CSS pixels. */
const SLACK_PX = 8

/**
 * Calls `done` whenever `element` is scrolled to its end while `isSeen()` is true. Without `isSeen`, a page could make the frame larger than the
 * browser's window: the list would fit into the frame without scrolling, but the visitor could not see all of it. Call `check` whenever the result of
 * `isSeen` changes.
 */
export function watchReadThrough(
  element: Element,
  isSeen: () => boolean,
  done: () => void,
): { readonly check: () => void; readonly stop: () => void } {
  const check = (): void => {
    const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - SLACK_PX
    if (element.clientHeight > 0 && isAtEnd && isSeen()) done()
  }
  const sizes = new ResizeObserver(check)
  element.addEventListener('scroll', check)
  sizes.observe(element)
  return {
    check,
    stop() {
      sizes.disconnect()
      element.removeEventListener('scroll', check)
    },
  }
}
