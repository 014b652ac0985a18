/** Calls `run` whenever the page becomes visible, until the returned function is called. Timers are not enough: they stop while a phone sleeps. */
export function onVisible(run: () => void): () => void {
  const listen = (): void => {
    if (document.visibilityState === 'visible') run()
  }
  document.addEventListener('visibilitychange', listen)
  return () => document.removeEventListener('visibilitychange', listen)
}
