interface Entry {
  readonly value: unknown
  /** Milliseconds since 1970. */
  readonly storedAt: number
}

/** Cached replies of one modal, in memory only. */
export class Cache {
  static readonly MAX_ENTRIES = 200
  readonly #entries = new Map<string, Entry>()

  /** Cached reply and its age in milliseconds, which is `Infinity` if the clock was set back. */
  read(key: string): { readonly value: unknown; readonly ageMs: number } | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const ageMs = Date.now() - entry.storedAt
    return { value: entry.value, ageMs: ageMs < 0 ? Number.POSITIVE_INFINITY : ageMs }
  }

  write(key: string, value: unknown): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, storedAt: Date.now() })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > Cache.MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest)
  }

  clear(): void {
    this.#entries.clear()
  }
}
