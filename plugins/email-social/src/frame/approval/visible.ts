const PROVEN_MS = 500
/** Minimum size in which a summary is readable, in CSS pixels. */
const [MIN_WIDTH, MIN_HEIGHT] = [280, 360]

/**
 * Matches if a CSS pixel is large enough for text to be readable. The page can shrink the frame's text with CSS `zoom`, which IntersectionObserver does
 * not report. A frame can read only the product of all zoom factors and the screen's pixel density, which is 2 or more on phones.
 */
const legible = (): MediaQueryList => {
  const isPhone = Math.min(screen.width, screen.height) < 600
  return matchMedia(`(min-resolution: ${isPhone ? 1 : 0.5}dppx)`)
}

/** Watches whether an element is visible. */
export interface VisibleWatch {
  /** Whether the element is visible and still has the size in which it was. */
  isVisible(): boolean
  stop(): void
}

/**
 * Calls `change` with true once `element` was completely visible in a readable size for half a second, and with false as soon as it is not. With
 * IntersectionObserver v2, visible means that the embedding page does not cover, fade or transform the element. Browsers without v2 check only the
 * element's position and size. No browser reports a mask, a clip path or rounded corners of the frame or its ancestors, so a page can hide the frame with them.
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
    if (last && zoom.matches && isReadable(last) && (!canProve || Reflect.get(last, 'isVisible') === true))
      timer = setTimeout(() => setVisible(last.boundingClientRect), PROVEN_MS)
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
      const { width, height } = element.getBoundingClientRect()
      return zoom.matches && visibleSize?.width === width && visibleSize.height === height
    },
    stop() {
      clearTimeout(timer)
      zoom.removeEventListener('change', restart)
      sizes.disconnect()
      observer.disconnect()
    },
  }
}

const isReadable = ({ intersectionRatio, boundingClientRect: { width, height } }: IntersectionObserverEntry): boolean =>
  intersectionRatio >= 0.99 && width >= MIN_WIDTH && height >= MIN_HEIGHT
