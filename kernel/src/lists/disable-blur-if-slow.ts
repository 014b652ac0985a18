/** Longer frames are visible as stutter; at 60 frames per second, a frame takes 16.7 ms. */
const SLOW_MS = 24
/** Number of consecutive frames that are measured. */
const FRAMES = 8
/** Frames after scrolling has stopped are ignored. */
const PAUSE_MS = 100

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/**
 * Disables the backdrop's blur if scrolling is slow: without a GPU, blurring takes a whole frame. Measures frames while `scroller` is scrolled.
 * Returns a function that stops it.
 */
export function disableBlurIfSlow(scroller: Element): () => void {
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
  const onScroll = (): void => {
    scrolledAt = performance.now()
    if (!frame) watch([], scrolledAt)
  }
  const stop = (): void => {
    cancelAnimationFrame(frame)
    scroller.removeEventListener('scroll', onScroll)
  }
  if (dialog && !dialog.classList.contains('wm-unblurred'))
    scroller.addEventListener('scroll', onScroll, { passive: true })
  return stop
}
