/** Frame time, in milliseconds, above which scrolling stutters visibly. At 60 frames per second, a frame takes 16.7 ms. */
const SLOW_MS = 24
/** Number of consecutive frames that are measured. */
const FRAMES = 8
/** Time in milliseconds without a scroll event after which measuring pauses. The next scroll event resumes it. */
const PAUSE_MS = 100

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/**
 * Disables the backdrop's blur if scrolling is slow: without a GPU, blurring takes a whole frame. Measures frames while `scroller` is scrolled.
 * Returns a function that stops measuring.
 */
export function disableBlurIfSlow(scroller: Element): () => void {
  const dialog = scroller.closest('.wm-dialog')
  let frame = 0
  let scrolledAt = 0
  const watch = (times: readonly number[], before: number): void => {
    frame = requestAnimationFrame((now) => {
      frame = 0
      if (now - scrolledAt > PAUSE_MS) return
      const latest = [...times, now - before].slice(-FRAMES)
      if (latest.length < FRAMES || median(latest) <= SLOW_MS) return watch(latest, now)
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
