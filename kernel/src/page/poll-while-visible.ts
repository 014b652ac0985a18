/**
 * Calls `run` now, when the browser is online again, when the page becomes visible again, and `everyMs` milliseconds after each run. Pauses while the
 * page is hidden. Returns a function that stops polling. `run` must not reject.
 */
export function pollWhileVisible(run: () => Promise<void>, everyMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latestRun = 0
  const next = async (): Promise<void> => {
    clearTimeout(timer)
    const thisRun = ++latestRun
    if (document.visibilityState === 'hidden') return
    await run()
    if (thisRun === latestRun) timer = setTimeout(next, everyMs)
  }
  const start = (): void => void next()
  document.addEventListener('visibilitychange', start)
  addEventListener('online', start)
  start()
  return () => {
    latestRun++
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', start)
    removeEventListener('online', start)
  }
}
