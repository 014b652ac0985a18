/** Caches results by key for a limited time. Failures are not cached. */
export function cached<T>(lifetimeMs: number, load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const entries = new Map<string, { readonly expiresAt: number; readonly result: Promise<T> }>()
  return (key) => {
    const entry = entries.get(key)
    if (entry && entry.expiresAt > Date.now()) return entry.result
    const result = load(key)
    entries.set(key, { expiresAt: Date.now() + lifetimeMs, result })
    result.catch(() => entries.get(key)?.result === result && entries.delete(key))
    return result
  }
}
