import { expect, it } from 'vitest'
import { memoryStore, type Store } from '../store.js'
import { createHealthCheck } from './health.js'

const full = new Error('The disk is full.')

it('fails while the store can be read but not written', async () => {
  let isFull = true
  const memory = memoryStore()
  const store: Store = { ...memory, set: async (...given) => (isFull ? Promise.reject(full) : memory.set(...given)) }
  const check = createHealthCheck(store)
  for (let time = 0; time < 2; time++) await expect(check()).rejects.toBe(full)
  isFull = false
  await check()
})

it('writes at most once in five seconds, and reads each time', async () => {
  const memory = memoryStore()
  let [reads, writes, now] = [0, 0, 0]
  const check = createHealthCheck(
    {
      ...memory,
      get: async () => void reads++,
      set: async () => void writes++,
    },
    () => now,
  )
  for (now = 0; now <= 5_000; now += 1_000) await check()
  expect([reads, writes]).toEqual([6, 2])
})

it('writes again after the clock was set back', async () => {
  let [writes, now] = [0, 3_600_000]
  const check = createHealthCheck({ ...memoryStore(), set: async () => void writes++ }, () => now)
  await check()
  now = 0
  await check()
  expect(writes).toBe(2)
})
