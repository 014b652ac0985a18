import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cached } from './cached.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a late failure of an expired request does not delete the result of a later request', async () => {
  const requests: { resolve(value: string): void; reject(error: Error): void }[] = []
  const read = cached(1_000, () => new Promise<string>((resolve, reject) => void requests.push({ resolve, reject })))
  const first = read('key')
  vi.advanceTimersByTime(1_000)
  const second = read('key')
  requests[1]?.resolve('second')
  await second
  requests[0]?.reject(new Error('late'))
  await expect(first).rejects.toThrow('late')
  expect(await read('key')).toBe('second')
  expect(requests.length).toBe(2)
})

it('a failure is not cached', async () => {
  let count = 0
  const read = cached(1_000, async () => {
    if (++count === 1) throw new Error('offline')
    return count
  })
  await expect(read('key')).rejects.toThrow('offline')
  expect(await read('key')).toBe(2)
})
