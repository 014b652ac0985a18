/** Calls back when the page becomes visible again, with the time it was hidden. Returns a function that stops it. */
export function onReturn(run: (awayMs: number) => void): () => void {
  let leftAt: number | undefined
  const listen = (): void => {
    if (document.visibilityState === 'hidden') {
      leftAt = Date.now()
    } else if (leftAt !== undefined) {
      const awayMs = Date.now() - leftAt
      leftAt = undefined
      run(awayMs)
    }
  }
  document.addEventListener('visibilitychange', listen)
  return () => document.removeEventListener('visibilitychange', listen)
}
