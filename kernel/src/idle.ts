/** Runs when the page has nothing better to do, or after `withinMs`, unless it is aborted before. */
export function whenIdle(run: () => unknown, signal: AbortSignal, withinMs = 10_000): void {
  const unlessAborted = (): unknown => signal.aborted || run()
  if (typeof requestIdleCallback === 'function') requestIdleCallback(unlessAborted, { timeout: withinMs })
  else setTimeout(unlessAborted, 200)
}
