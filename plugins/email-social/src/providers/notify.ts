/** Calls each listener with `payload`. An error of a site's listener goes to `reportError`, so that it does not fail the caller. */
export function notify<T>(listeners: Iterable<(payload: T) => void>, payload: T): void {
  for (const listener of [...listeners]) // a copy, because a listener may add or remove listeners
    try {
      listener(payload)
    } catch (error) {
      reportError(error)
    }
}
