import * as v from 'valibot'
import { type RefusalReason, RequestError } from '../http.js'
import type { Store } from '../store.js'

/** Error for too many requests. The caller may retry after `retryInSeconds`. */
export class TooSoonError extends RequestError {
  constructor(
    readonly retryInSeconds: number,
    message = `Please try again after ${retryInSeconds} seconds`,
    reason: RefusalReason = 'COOLDOWN',
  ) {
    super('TOO_MANY_REQUESTS', message, { reason })
  }
}

/** Converts milliseconds to whole seconds, rounded up, at least 1. */
export const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

export interface Limit {
  /** Maximum number of events in `windowMs`. */
  readonly max: number
  readonly windowMs: number
  /** Minimum interval between two events. Default: none. */
  readonly cooldownMs?: number
  /** Error for an event that has to wait. Default: a {@link TooSoonError} with its default message. */
  readonly refuse?: (retryInSeconds: number) => RequestError
}

interface LimitContext {
  readonly store: Store
  readonly now: () => number
}

const times = v.fallback(v.array(v.number()), [])

/**
 * Counts an event in the store, which all instances of the gateway share. Above the limit or during the cooldown, rejects with the error of
 * `limit.refuse` and counts nothing. Resolves with a function that removes the event from the count.
 */
export async function countEvent(
  { store, now }: LimitContext,
  key: string,
  limit: Limit,
): Promise<() => Promise<void>> {
  const { max, windowMs, cooldownMs = 0, refuse = (seconds) => new TooSoonError(seconds) } = limit
  const at = now()
  await store.update(
    key,
    (before) => {
      const recent = v.parse(times, before).filter((time) => time > at - windowMs)
      // Without a cooldown, ignores the time of the latest event: it may be in the future if another instance's clock is ahead.
      const wait = Math.max(
        cooldownMs > 0 ? (recent.at(-1) ?? 0) + cooldownMs : 0,
        recent.length < max ? 0 : (recent[recent.length - max] ?? 0) + windowMs,
      )
      if (wait > at) throw refuse(secondsOf(wait - at))
      return [...recent, at]
    },
    { lifetimeMs: windowMs },
  )
  const remove = (before: unknown): readonly number[] | undefined => {
    const countedTimes = v.parse(times, before)
    const others = countedTimes.toSpliced(countedTimes.lastIndexOf(at), countedTimes.includes(at) ? 1 : 0)
    return others.length > 0 ? others : undefined
  }
  return async () => void (await store.update(key, remove, { lifetimeMs: windowMs }))
}
