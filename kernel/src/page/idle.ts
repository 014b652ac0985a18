/** Calls `run` when the page is idle, after pending frames, unless `signal` is aborted before. */
export function whenIdle(run: () => unknown, signal: AbortSignal): void {
  const unlessAborted = (): unknown => signal.aborted || run()
  if (typeof requestIdleCallback === 'function') requestIdleCallback(unlessAborted)
  else setTimeout(unlessAborted, 200)
}
