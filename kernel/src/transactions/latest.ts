/** Runs one task at a time: a new one aborts the one before, whose answer no longer counts. */
export interface Latest {
  /** `isLatest` tells whether the answer still counts. */
  run(task: (signal: AbortSignal, isLatest: () => boolean) => Promise<void>): void
  stop(): void
}

/** Guards against late answers. Everything ends with `signal`. */
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
