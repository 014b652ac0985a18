/**
 * Runs work that is not visible, such as a request for more rows, after the next frame is painted. Returns a function that cancels it and calls the
 * cleanup that `run` returned: `useEffect(() => afterPaint(load), [])`.
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
