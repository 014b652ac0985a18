/** Longer than this between two frames, and scrolling is felt to stutter; 60 frames a second are 16.7 ms apart. */
const SLOW_MS = 24
/** How many frames in a row are looked at. */
const FRAMES = 8
/** A frame after which nothing was scrolled any more says nothing. */
const PAUSE_MS = 100

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/**
 * Blurring what is behind the dialog costs a frame's whole time where no graphics processor does it, and then a list cannot be scrolled
 * smoothly. Looks at the frames while `scroller` is being scrolled, and has the blur left out from the first slow stretch on. Returns a
 * function that ends it.
 */
export function keepPace(scroller: Element): () => void {
  const dialog = scroller.closest('.wm-dialog')
  let frame = 0
  let scrolledAt = 0
  const watch = (times: readonly number[], before: number): void => {
    frame = requestAnimationFrame((now) => {
      frame = 0
      if (now - scrolledAt > PAUSE_MS) return
      const last = [...times, now - before].slice(-FRAMES)
      if (last.length < FRAMES || median(last) <= SLOW_MS) return watch(last, now)
      dialog?.classList.add('wm-unblurred')
      stop()
    })
  }
  const look = (): void => {
    scrolledAt = performance.now()
    if (!frame) watch([], scrolledAt)
  }
  const stop = (): void => {
    cancelAnimationFrame(frame)
    scroller.removeEventListener('scroll', look)
  }
  if (dialog && !dialog.classList.contains('wm-unblurred')) scroller.addEventListener('scroll', look, { passive: true })
  return stop
}
