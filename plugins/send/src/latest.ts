/** Runs one thing at a time: a new one ends the one before, whose answer no longer counts. */
export interface Latest {
  /** `isLatest` tells whether the answer still counts. */
  run(work: (signal: AbortSignal, isLatest: () => boolean) => Promise<void>): void
  stop(): void
}

export function createLatest(whole: AbortSignal): Latest {
  let current: AbortController | undefined
  const stop = (): void => {
    const before = current
    current = undefined
    before?.abort()
  }
  whole.addEventListener('abort', stop)
  return {
    stop,
    run(work) {
      stop()
      if (whole.aborted) return
      const own = new AbortController()
      current = own
      void work(own.signal, () => current === own)
    },
  }
}
