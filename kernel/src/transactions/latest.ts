/** Runs one task at a time: a new one aborts the previous one, whose result is ignored. */
export interface Latest {
  /** `isLatest` returns whether the result is still wanted. */
  run(task: (signal: AbortSignal, isLatest: () => boolean) => Promise<void>): void
  stop(): void
}

/** Guard against late replies. Ends with `signal`. */
export function createLatest(signal: AbortSignal): Latest {
  let current: AbortController | undefined
  const stop = (): void => {
    const before = current
    current = undefined
    before?.abort()
  }
  signal.addEventListener('abort', stop)
  return {
    stop,
    run(task) {
      stop()
      if (signal.aborted) return
      const own = new AbortController()
      current = own
      void task(own.signal, () => current === own)
    },
  }
}
