/**
 * Runs what the eye does not wait for once the next frame is on the screen, such as a request for more. Returns a function that takes it back,
 * together with what `run` returned: `useEffect(() => afterPaint(load), [])`.
 */
export function afterPaint(run: () => void | (() => void)): () => void {
  let undo: void | (() => void)
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        undo = run()
      })
    })
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    undo?.()
  }
}
