/**
 * Calls `run` when the browser is idle, or after 200 ms in a browser without `requestIdleCallback`. Does nothing if `signal` is aborted
 * before.
 */
export function whenIdle(run: () => unknown, signal: AbortSignal): void {
  const unlessAborted = (): unknown => signal.aborted || run()
  if (typeof requestIdleCallback === 'function') requestIdleCallback(unlessAborted)
  else setTimeout(unlessAborted, 200)
}
