/** Runs one task at a time: a new task aborts the signal of the previous one. */
export interface Latest {
  /** `isLatest` returns whether no later task was started and `stop` was not called. */
  run(task: (signal: AbortSignal, isLatest: () => boolean) => Promise<void>): void
  stop(): void
}

/** Creates a {@link Latest} that is stopped when `signal` is aborted. */
export function createLatest(signal: AbortSignal): Latest {
  let current: AbortController | undefined
  const stop = (): void => {
    const previous = current
    current = undefined
    previous?.abort()
  }
  signal.addEventListener('abort', stop)
  return {
    stop,
    run(task) {
      stop()
      if (signal.aborted) return
      const controller = new AbortController()
      current = controller
      void task(controller.signal, () => current === controller)
    },
  }
}
