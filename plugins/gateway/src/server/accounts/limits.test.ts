import { expect, it } from 'vitest'
import { memoryStore } from '../store.js'
import { countEvent, type Limit } from './limits.js'

/** A counter with a clock. Each call resolves with the seconds to wait, or 0 if the event was counted. */
function counter(limit: Limit) {
  const store = memoryStore()
  const clock = { now: 1_000_000 }
  const count = (at: number): Promise<number> => {
    clock.now = 1_000_000 + at
    return countEvent({ store, now: () => clock.now }, 'events', limit).then(
      () => 0,
      ({ retryInSeconds }) => retryInSeconds,
    )
  }
  return count
}

it('counts up to the limit in a window that moves with the time, and tells when the oldest event leaves it', async () => {
  const count = counter({ max: 2, windowMs: 60_000 })
  expect([await count(0), await count(20_000)]).toEqual([0, 0])
  expect(await count(30_000)).toBe(30)
  expect(await count(59_999)).toBe(1)
  expect([await count(60_000), await count(60_001), await count(80_000)]).toEqual([0, 20, 0])
})

it('requires the interval between two events, to the millisecond', async () => {
  const count = counter({ max: 10, windowMs: 60_000, cooldownMs: 30_000 })
  expect([await count(0), await count(29_999), await count(30_000)]).toEqual([0, 1, 0])
})

it('without an interval, a clock that was ahead causes no wait', async () => {
  const count = counter({ max: 2, windowMs: 60_000 })
  expect([await count(10_000), await count(0)]).toEqual([0, 0])
})
