interface Entry {
  readonly value: unknown
  readonly at: number
}

/** Answers and requests under way, kept in memory only. */
export class Cache {
  static readonly MAX_ENTRIES = 200
  readonly #entries = new Map<string, Entry>()
  readonly #pending = new Map<string, Promise<unknown>>()

  /** The last answer and its age in milliseconds. */
  read(key: string): { readonly value: unknown; readonly ageMs: number } | undefined {
    const entry = this.#entries.get(key)
    return entry && { value: entry.value, ageMs: Date.now() - entry.at }
  }

  write(key: string, value: unknown): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, at: Date.now() })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > Cache.MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest)
  }

  /** Joins a request for the same key that is already under way. */
  share<T>(key: string, start: () => Promise<T>): Promise<T> {
    const pending = this.#pending.get(key)
    if (pending) return pending as Promise<T>
    const fresh = start().finally(() => this.#pending.delete(key))
    this.#pending.set(key, fresh)
    return fresh
  }
}

const caches = new WeakMap<object, Cache>()

/** The cache that belongs to one modal. */
export function cacheOf(owner: object): Cache {
  const known = caches.get(owner)
  if (known) return known
  const fresh = new Cache()
  caches.set(owner, fresh)
  return fresh
}
