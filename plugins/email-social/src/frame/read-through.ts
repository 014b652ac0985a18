/** How near to its end a list counts as read, in CSS pixels. */
const SLACK = 8

/** Calls `done` once `element` has been scrolled to its end, or has nothing to scroll. */
export function watchReadThrough(element: Element, done: () => void): () => void {
  const check = (): void => {
    if (element.clientHeight === 0 || element.scrollTop + element.clientHeight < element.scrollHeight - SLACK) return
    stop()
    done()
  }
  const sizes = new ResizeObserver(check)
  const stop = (): void => {
    sizes.disconnect()
    element.removeEventListener('scroll', check)
  }
  element.addEventListener('scroll', check)
  sizes.observe(element) // it is checked at once
  return stop
}
