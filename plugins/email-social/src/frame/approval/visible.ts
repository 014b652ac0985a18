const PROVEN_MS = 500
/** Minimum size in which a summary is readable, in CSS pixels. */
const [MIN_WIDTH, MIN_HEIGHT] = [280, 360]

/**
 * Matches if a CSS pixel is large enough for text to be readable. The page can shrink the frame's text with CSS `zoom`, which IntersectionObserver does
 * not report. A frame can read only the product of all zoom factors and the screen's pixel density. Phones have a pixel density of 2 or more.
 */
const legible = (): MediaQueryList => {
  const isPhone = Math.min(screen.width, screen.height) < 600
  return matchMedia(`(min-resolution: ${isPhone ? 1 : 0.5}dppx)`)
}

/** Watches whether an element is visible. */
export interface VisibleWatch {
  /** Whether the element is visible and has not been resized since it became visible. */
  isVisible(): boolean
  stop(): void
}

/**
 * Calls `change` with true once `element` was completely visible in a readable size for half a second, and with false as soon as it is not. With
 * IntersectionObserver v2, visible means that the embedding page does not cover, fade or transform the element. Browsers without v2 check only the
 * element's position and size. No browser reports a mask, a clip path or rounded corners of the frame or its ancestors, or how far the whole page is
 * scaled, so a page can hide or shrink the frame with them.
 */
export function watchVisible(element: Element, change: (isVisible: boolean) => void): VisibleWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The element's size while it is visible. */
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
  // the observer does not report a change after which the same fraction of the element is visible
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
      // a page can resize the frame before an observer reports it
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
