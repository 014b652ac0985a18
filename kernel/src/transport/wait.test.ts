import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { wait } from './wait.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('wait resolves after the delay, and leaves no listener behind', async () => {
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  const waiting = wait(300, signal)
  await vi.advanceTimersByTimeAsync(300)
  await expect(waiting).resolves.toBeUndefined()
  expect(removed.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
    added.mock.calls.map(([type, listener]) => [type, listener]),
  )
})

it.each(['before the delay', 'during the delay'])('wait rejects if the signal is aborted %s', async (when) => {
  const controller = new AbortController()
  if (when === 'before the delay') controller.abort()
  const waiting = wait(300, controller.signal)
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
  expect(vi.getTimerCount()).toBe(0)
})
