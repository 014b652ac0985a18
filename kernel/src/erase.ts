import { local, type Store } from './storage.js'

/** Erases everything below a prefix, in the browser and in memory. */
export function eraseAll(store: Store, prefix: string): void {
  const keys = local((kept) => Array.from({ length: kept.length }, (_, at) => kept.key(at))) ?? []
  for (const key of keys) if (key?.startsWith(prefix)) store.erase(key)
  store.forget()
}
