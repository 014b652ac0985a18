/**
 * Runs immediately, `everyMs` after each run and when the browser is online again, while the page is visible, until the returned function is called.
 */
export function pollWhileVisible(run: () => Promise<void>, everyMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  const next = async (): Promise<void> => {
    clearTimeout(timer)
    const mine = ++turn
    if (document.visibilityState === 'hidden') return
    await run()
    if (mine === turn) timer = setTimeout(next, everyMs)
  }
  const start = (): void => void next()
  document.addEventListener('visibilitychange', start)
  addEventListener('online', start)
  start()
  return () => {
    turn++
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', start)
    removeEventListener('online', start)
  }
}
