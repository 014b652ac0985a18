import type { Store } from '@wallet-modal/gateway/server'

/** Reported events, oldest first. Stores at most {@link capacity} events: new events replace the oldest. */
export interface AnalyticsLog {
  add(items: readonly unknown[]): Promise<void>
  list(): Promise<readonly unknown[]>
}

const prefix = 'analytics:'
const capacity = 1_000

export function createAnalyticsLog(store: Store): AnalyticsLog {
  let next: Promise<number> | undefined

  // returns unique, consecutive numbers, even for concurrent calls; after a failed read, the next call reads the store again
  const takeNumber = (): Promise<number> => {
    const current = next ?? store.keys(prefix).then((keys) => Number(keys.at(-1)?.slice(prefix.length) ?? -1) + 1)
    const following = current.then((number) => number + 1)
    next = following
    following.catch(() => {
      if (next === following) next = undefined
    })
    return current
  }

  return {
    add: async (items) => {
      for (const item of items) await store.set(`${prefix}${String(await takeNumber()).padStart(12, '0')}`, item)
      const keys = await store.keys(prefix)
      for (const key of keys.slice(0, Math.max(0, keys.length - capacity))) await store.delete(key)
    },
    list: async () => {
      const items: unknown[] = []
      for (const key of await store.keys(prefix)) items.push(await store.get(key))
      return items
    },
  }
}
