import type { Context } from '../../plugins/plugin.js'
import type { ReadonlySignal } from '../../signals.js'
import { isTabHidden, tabLocks } from '../tab.js'
import type { TrackedItem } from './tracked-item.js'

/**
 * Minimum polling interval in milliseconds. The interval is a thirtieth of the item's age, at most {@link MAX_PAUSE_MS}. In the first `MIN_PAUSE_MS`,
 * it is `MIN_PAUSE_MS / 4`.
 */
export const MIN_PAUSE_MS = 4_000
const MAX_PAUSE_MS = 60_000

interface PollingOptions {
  /** Storage key of the items. It is part of the lock names, so that two tabs do not poll the same item at the same time. */
  readonly key: string
  readonly items: ReadonlySignal<readonly TrackedItem[]>
  pollOnce(id: string): Promise<void>
}

/** Time until the next poll, in milliseconds. */
const pauseOf = ({ startedAt }: TrackedItem): number => {
  const ageMs = Date.now() - startedAt
  return ageMs < MIN_PAUSE_MS ? MIN_PAUSE_MS / 4 : Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, ageMs / 30))
}

/** Polls pending items. Only visible tabs poll. With the Web Locks API, only one tab at a time polls an item. */
export function createPolling(
  ctx: Context,
  { key, items, pollOnce }: PollingOptions,
): {
  /** Begins to poll the items that are not polled yet. */
  start(): void
} {
  const locks = tabLocks()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const pollInOneTab = async (id: string): Promise<unknown> =>
    locks
      ? locks.request(`wallet-modal/${ctx.site.id}/${key}/${id}`, { ifAvailable: true }, (lock) => lock && pollOnce(id))
      : pollOnce(id)
  const schedule = (id: string): void => {
    const item = items.peek().find((one) => one.id === id)
    if (!item || item.isFinal || ctx.abortSignal.aborted) {
      timers.delete(id)
      return
    }
    const poll = (): void => {
      if (isTabHidden()) return void timers.set(id, setTimeout(poll, MIN_PAUSE_MS))
      pollInOneTab(id)
        .catch((error: unknown) => ctx.log.info('polling failed and will be repeated', error))
        .finally(() => schedule(id))
    }
    timers.set(id, setTimeout(poll, pauseOf(item)))
  }
  ctx.onDispose(() => {
    for (const timer of timers.values()) clearTimeout(timer)
  })
  return {
    start() {
      for (const { id, isFinal } of items.peek()) if (!isFinal && !timers.has(id)) schedule(id)
    },
  }
}
