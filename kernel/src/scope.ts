import { guarded } from './errors/guard.js'

/** Collects cleanups and runs them in reverse order on `dispose`. An error in a cleanup is reported, and the remaining cleanups run. */
export class Scope {
  readonly #cleanups = new Set<{ readonly run: () => unknown }>()
  readonly #abort = new AbortController()
  readonly signal = this.#abort.signal

  readonly #report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  /** Adds a cleanup. Returns a function that runs it early. If the scope is already disposed, runs the cleanup immediately. */
  add(run: () => unknown): () => void {
    const cleanup = { run }
    this.#cleanups.add(cleanup)
    const runOnce = (): void => {
      if (this.#cleanups.delete(cleanup)) guarded(run, this.#report)()
    }
    if (this.signal.aborted) runOnce()
    return runOnce
  }

  dispose(): void {
    this.#abort.abort()
    for (const cleanup of [...this.#cleanups].reverse()) {
      if (this.#cleanups.delete(cleanup)) guarded(cleanup.run, this.#report)()
    }
  }
}
