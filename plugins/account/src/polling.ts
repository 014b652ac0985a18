import { BALANCE_FRESH_MS } from './balance.js'

/** A clock may run a little behind a timer. */
export const POLL_MS = BALANCE_FRESH_MS + 50

/** Runs now and again, as long as the page is visible, until the returned function is called. */
export function poll(run: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  const next = async (): Promise<void> => {
    clearTimeout(timer)
    const mine = ++turn
    if (document.visibilityState === 'hidden') return
    await run()
    if (mine === turn) timer = setTimeout(next, POLL_MS)
  }
  const start = (): void => void next()
  document.addEventListener('visibilitychange', start)
  start()
  return () => {
    turn++
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', start)
  }
}
