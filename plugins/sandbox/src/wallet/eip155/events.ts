type Listener = (payload: unknown) => void

/** Event emitter for the events of an EIP-1193 provider. */
export class ProviderEvents {
  readonly #listeners = new Map<string, Set<Listener>>()

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
  }

  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener)
  }

  emit(event: string, payload: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(payload)
  }
}
