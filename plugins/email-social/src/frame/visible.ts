const PROVEN_MS = 500
/** The smallest screen in which a summary can be read, in CSS pixels. */
const [MIN_WIDTH, MIN_HEIGHT] = [280, 360]

/**
 * Calls `change` with true once `element` has been wholly visible for half a second, and with false as soon as it is not. Where the browser can tell
 * (IntersectionObserver v2), visible means: nothing of the embedding page covers, fades or distorts it. Elsewhere only its position is known.
 */
export function watchVisible(element: Element, change: (isProven: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const canProve = 'isVisible' in IntersectionObserverEntry.prototype
  const options = { threshold: [0.99], trackVisibility: canProve, delay: 100 }
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1)
    clearTimeout(timer)
    timer = undefined
    const isSeen = last !== undefined && last.intersectionRatio >= 0.99
    const { width = 0, height = 0 } = last?.boundingClientRect ?? {}
    const isLarge = width >= MIN_WIDTH && height >= MIN_HEIGHT
    const isVisible = isSeen && isLarge && (!canProve || Reflect.get(last, 'isVisible') === true)
    if (isVisible) timer = setTimeout(() => change(true), PROVEN_MS)
    else change(false)
  }, options)
  // another size with the same visible part is no news to the observer
  const sizes = new ResizeObserver(() => {
    clearTimeout(timer)
    change(false)
    observer.unobserve(element)
    observer.observe(element)
  })
  sizes.observe(element)
  return () => {
    clearTimeout(timer)
    sizes.disconnect()
    observer.disconnect()
  }
}
