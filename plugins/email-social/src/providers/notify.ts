/** Runs `call` for each listener. An error of a site's listener goes to `reportError`, so that it does not fail the caller of `notify`. */
export function notify<Listener>(listeners: Iterable<Listener>, call: (listener: Listener) => void): void {
  for (const listener of [...listeners]) // a copy, because a listener may add or remove listeners
    try {
      call(listener)
    } catch (error) {
      reportError(error)
    }
}
