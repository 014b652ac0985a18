import { expect, it, vi } from 'vitest'
import type { LoginWithKey } from '../account/account.js'
import { findBatch, storeBatch } from './batch-ids.js'

const { records } = vi.hoisted(() => ({ records: new Map<string, Uint8Array>() }))
vi.mock('../account/device.js', () => ({
  readRecord: async (name: string) => records.get(name),
  storeRecord: async (name: string, value: Uint8Array) => void records.set(name, value),
}))

const login = { account: { accountId: 'a1' } } as LoginWithKey
const own = { login, site: 'https://shop.example' }
const batch = { id: 'order 1', chainId: 1, hash: `0x${'ab'.repeat(32)}` as const, sentAt: 5 }

it('a stored batch is found by its id after a reload, only by its account and site', async () => {
  await storeBatch(own, batch)
  expect(await findBatch(own, 'order 1')).toEqual(batch)
  expect(await findBatch(own, 'order 2')).toBeUndefined()
  expect(await findBatch({ ...own, site: 'https://other.example' }, 'order 1')).toBeUndefined()
  const other = { account: { accountId: 'a2' } } as LoginWithKey
  expect(await findBatch({ ...own, login: other }, 'order 1')).toBeUndefined()
})

it('keeps the newest hundred batches', async () => {
  for (let count = 0; count < 101; count++) await storeBatch(own, { ...batch, id: `batch ${count}` })
  expect(await findBatch(own, 'batch 1')).toBeDefined()
  expect(await findBatch(own, 'batch 0')).toBeUndefined()
})
