/** Calls `run` when the page becomes visible again, with the time for which it was hidden. Returns an unsubscribe function. */
export function onReturn(run: (hiddenMs: number) => void): () => void {
  let hiddenAt: number | undefined
  const listen = (): void => {
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now()
    } else if (hiddenAt !== undefined) {
      const hiddenMs = Date.now() - hiddenAt
      hiddenAt = undefined
      run(hiddenMs)
    }
  }
  document.addEventListener('visibilitychange', listen)
  return () => document.removeEventListener('visibilitychange', listen)
}
