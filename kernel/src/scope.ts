/** Undoes what was done, last first; one failing step never stops the rest. */
export class Scope implements Disposable {
  readonly #undo: (() => void)[] = []
  readonly #abort = new AbortController()
  readonly signal = this.#abort.signal

  constructor(readonly report: (error: unknown) => void) {}

  /** Added after disposal, `undo` runs at once. */
  add(undo: () => void): void {
    if (this.signal.aborted) this.#run(undo)
    else this.#undo.push(undo)
  }

  dispose(): void {
    if (this.signal.aborted) return
    this.#abort.abort()
    for (const undo of this.#undo.splice(0).reverse()) this.#run(undo)
  }

  [Symbol.dispose](): void {
    this.dispose()
  }

  #run(undo: () => void): void {
    try {
      undo()
    } catch (error) {
      this.report(error)
    }
  }
}
