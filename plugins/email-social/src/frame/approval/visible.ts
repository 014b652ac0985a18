/** Time for which an element must be visible before the watch reports it, in milliseconds. */
const PROVEN_MS = 500
/** Minimum size in which a summary is readable, in CSS pixels. */
const [MIN_WIDTH, MIN_HEIGHT] = [280, 360]

/**
 * Matches while CSS pixels are large enough for text to be readable. The page can shrink the frame's text with CSS `zoom`, which IntersectionObserver
 * does not report. A frame can read only the product of all zoom factors and the screen's pixel density. The limit for phones is higher, because
 * their pixel density is 2 or more.
 */
const legible = (): MediaQueryList => {
  const isPhone = Math.min(screen.width, screen.height) < 600
  return matchMedia(`(min-resolution: ${isPhone ? 1 : 0.5}dppx)`)
}

export interface VisibleWatch {
  /** Whether the element is visible and has not been resized since it became visible. */
  isVisible(): boolean
  stop(): void
}

/**
 * Calls `change` with true once `element` was completely visible in a readable size for half a second, and with false as soon as it is not. With
 * IntersectionObserver v2, an element that the embedding page covers, fades or transforms is not visible. In browsers without v2, only the element's
 * position and size are checked. No browser reports masks, clip paths and rounded corners of the frame or its ancestors, or a scaled page.
 * With these, a page can still hide or shrink the frame.
 */
export function watchVisible(element: Element, change: (isVisible: boolean) => void): VisibleWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The element's size when it became visible; `undefined` while it is not visible. */
  let visibleSize: DOMRectReadOnly | undefined
  const canProve = 'isVisible' in IntersectionObserverEntry.prototype
  const options = { threshold: [0.99], trackVisibility: canProve, delay: 100 }
  const setVisible = (size: DOMRectReadOnly | undefined): void => {
    visibleSize = size
    change(size !== undefined)
  }
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1)
    clearTimeout(timer)
    timer = undefined
    const size = element.getBoundingClientRect()
    const isSeen = last !== undefined && last.intersectionRatio >= 0.99 && isSameSize(last.boundingClientRect, size)
    if (isSeen && isReadable(size) && zoom.matches && (!canProve || Reflect.get(last, 'isVisible') === true))
      timer = setTimeout(() => setVisible(size), PROVEN_MS)
    else setVisible(undefined)
  }, options)
  // observes again: the observer reports a change of size only if the visible fraction of the element changes too
  const restart = (): void => {
    clearTimeout(timer)
    setVisible(undefined)
    observer.unobserve(element)
    observer.observe(element)
  }
  const zoom = legible()
  zoom.addEventListener('change', restart)
  const sizes = new ResizeObserver(restart)
  sizes.observe(element)
  return {
    isVisible() {
      // the page may have resized the frame, and the observers have not reported it yet
      return zoom.matches && visibleSize !== undefined && isSameSize(visibleSize, element.getBoundingClientRect())
    },
    stop() {
      clearTimeout(timer)
      zoom.removeEventListener('change', restart)
      sizes.disconnect()
      observer.disconnect()
    },
  }
}

const isReadable = ({ width, height }: DOMRectReadOnly): boolean => width >= MIN_WIDTH && height >= MIN_HEIGHT

/** Compares sizes to the pixel: some browsers round the sizes that an IntersectionObserver reports. */
const isSameSize = (one: DOMRectReadOnly, other: DOMRectReadOnly): boolean =>
  Math.abs(one.width - other.width) < 1 && Math.abs(one.height - other.height) < 1
