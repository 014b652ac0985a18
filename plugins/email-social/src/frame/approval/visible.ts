const PROVEN_MS = 500
/** Minimum size in which a summary is readable, in CSS pixels. */
const [MIN_WIDTH, MIN_HEIGHT] = [280, 360]

/**
 * Calls `change` with true once `element` was completely visible in a readable size for half a second, and with false as soon as it is not. With
 * IntersectionObserver v2, visible means that the embedding page does not cover, fade or transform the element. Browsers without v2 check only the
 * element's position and size.
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
  // the observer does not report a resize after which the same fraction of the element is visible
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
