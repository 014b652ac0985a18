import { type Context, type ReadonlySignal, readWith, signal } from '@wallet-modal/kernel'

export const MAX_RECENT = 2
const KEY = 'recent'
const ids = readWith((value): readonly string[] => {
  if (!Array.isArray(value)) throw new Error('is not a list')
  return value.filter((id): id is string => typeof id === 'string').slice(0, MAX_RECENT)
})

/** Connector ids of the most recently used wallets, newest first, stored across page loads. */
export function createRecent(ctx: Context): {
  readonly ids: ReadonlySignal<readonly string[]>
  /** Stores a connector id as the most recently used one. */
  remember(id: string): void
} {
  const recent = signal<readonly string[]>([])
  const read = (): void => {
    recent.value = ctx.storage.get(KEY, ids) ?? []
  }
  ctx.effect(() => {
    read()
    return ctx.storage.watch(KEY, read)
  })
  return {
    ids: recent,
    remember(id) {
      recent.value = [id, ...recent.peek().filter((storedId) => storedId !== id)].slice(0, MAX_RECENT)
      ctx.storage.set(KEY, recent.value)
    },
  }
}
