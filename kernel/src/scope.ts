import { guarded } from './errors/guard.js'

/** Runs cleanups in reverse order; a failing one does not stop the others. */
export class Scope {
  readonly #undo = new Set<{ readonly run: () => unknown }>()
  readonly #abort = new AbortController()
  readonly signal = this.#abort.signal

  readonly #report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  /** Returns a function that runs it early. If added after disposal, `run` is called at once. */
  add(run: () => unknown): () => void {
    const step = { run }
    this.#undo.add(step)
    const undo = (): void => {
      if (this.#undo.delete(step)) guarded(run, this.#report)()
    }
    if (this.signal.aborted) undo()
    return undo
  }

  dispose(): void {
    this.#abort.abort()
    for (const step of [...this.#undo].reverse()) {
      if (this.#undo.delete(step)) guarded(step.run, this.#report)()
    }
  }
}
