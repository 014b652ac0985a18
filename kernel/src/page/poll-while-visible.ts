/**
 * Calls `run` immediately, and again `everyMs` milliseconds after each run. Also calls `run` when the browser is online again and when the page
 * becomes visible again, even during a run. Pauses while the page is hidden. `run` must not reject. Returns a function that stops polling.
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
