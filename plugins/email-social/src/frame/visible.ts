const PROVEN_MS = 500

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
    const isVisible = isSeen && (!canProve || Reflect.get(last, 'isVisible') === true)
    if (isVisible) timer = setTimeout(() => change(true), PROVEN_MS)
    else change(false)
  }, options)
  observer.observe(element)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
