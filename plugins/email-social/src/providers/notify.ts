/**
 * Runs `call` for each listener. Passes errors of listeners to `reportError`, so that an error in a site's code does not fail the caller of `notify`.
 */
export function notify<Listener>(listeners: Iterable<Listener>, call: (listener: Listener) => void): void {
  for (const listener of [...listeners]) // a copy, because a listener may add or remove listeners
    try {
      call(listener)
    } catch (error) {
      reportError(error)
    }
}
