import { memoryStore } from '@wallet-modal/gateway/server'
import { expect, test, vi } from 'vitest'
import { createAnalyticsLog } from './analytics-log.js'

test('stores events after a read of the store has failed', async () => {
  const store = memoryStore()
  const log = createAnalyticsLog(store)
  vi.spyOn(store, 'keys').mockRejectedValueOnce(new Error('offline'))
  const failed = await Promise.allSettled([log.add(['a']), log.add(['b'])])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await Promise.all([log.add(['c']), log.add(['d'])])
  expect(await log.list()).toEqual(['c', 'd'])
})
