import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inTime } from './in-time.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const createError = () => new Error('too late')

it('inTime rejects when the limit has passed, and ignores the later result', async () => {
  const work = new Promise((resolve) => setTimeout(resolve, 200))
  const failed = expect(inTime(work, 100, createError)).rejects.toThrow('too late')
  await vi.advanceTimersByTimeAsync(300)
  await failed
})

it.each([
  ['result', () => Promise.resolve(7), { status: 'fulfilled', value: 7 }],
  ['error', () => Promise.reject(new Error('broken')), { status: 'rejected', reason: new Error('broken') }],
])('inTime passes an earlier %s on, and leaves no timer behind', async (_, start, expected) => {
  const [outcome] = await Promise.allSettled([inTime(start(), 100, createError)])
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome).toEqual(expected)
  expect(vi.getTimerCount()).toBe(0)
})
