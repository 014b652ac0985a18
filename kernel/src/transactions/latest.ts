/** Runs one task at a time: a new task aborts the signal of the previous one. */
export interface Latest {
  /** Starts a task. `isLatest` returns false after a later task was started, or after `stop` was called. */
  run(task: (signal: AbortSignal, isLatest: () => boolean) => Promise<void>): void
  stop(): void
  /** Whether the last task is running: it has not settled, and was not stopped. */
  isRunning(): boolean
}

/** Creates a {@link Latest} that is stopped when `signal` is aborted. */
export function createLatest(signal: AbortSignal): Latest {
  let current: AbortController | undefined
  let running: AbortController | undefined
  const stop = (): void => {
    const previous = current
    current = undefined
    running = undefined
    previous?.abort()
  }
  signal.addEventListener('abort', stop)
  return {
    stop,
    isRunning: () => running !== undefined,
    run(task) {
      stop()
      if (signal.aborted) return
      const controller = new AbortController()
      current = controller
      running = controller
      void task(controller.signal, () => current === controller).finally(() => {
        if (running === controller) running = undefined
      })
    },
  }
}
