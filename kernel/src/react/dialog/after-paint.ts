/** Pause after the painted frame, in milliseconds. In the pause, the browser can handle the visitor's next input at once. */
const PAUSE_MS = 30

/**
 * Calls `run` shortly after the next frame is painted, for work that is not visible, such as a request for more rows. Returns a function that cancels
 * the call, or runs the cleanup that `run` returned: `useEffect(() => afterPaint(load), [])`.
 */
export function afterPaint(run: () => void | (() => void)): () => void {
  let cleanup: void | (() => void)
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        cleanup = run()
      }, PAUSE_MS)
    })
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    cleanup?.()
  }
}
