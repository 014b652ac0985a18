import { expect, test } from 'vitest'
import { lazyOnce } from './lazy-once.js'

test('lazyOnce runs on the first call, and once for simultaneous callers', async () => {
  let runs = 0
  const load = lazyOnce(async () => ++runs)
  expect(runs).toBe(0)
  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  expect(await load()).toBe(1)
})

test('a failure rejects every waiting caller, and the next call loads again', async () => {
  let runs = 0
  const load = lazyOnce(async () => {
    runs += 1
    if (runs === 1) throw new Error('offline')
    return runs
  })
  const waiting = [load(), load()]
  for (const one of waiting) await expect(one).rejects.toThrow('offline')
  expect(runs).toBe(1)
  expect(await load()).toBe(2)
})
