import { beforeEach, expect, it, vi } from 'vitest'
import type { LoginWithKey } from '../account/account.js'
import { findBatch, storeBatch } from './batch-ids.js'

const { records, storage } = vi.hoisted(() => ({
  records: new Map<string, Uint8Array>(),
  storage: { isDenied: false },
}))
const checkStorage = () => {
  if (storage.isDenied) throw new Error('The browser denies storage to this frame.')
}
vi.mock('../account/device.js', () => ({
  async readRecord(name: string) {
    checkStorage()
    return records.get(name)
  },
  async storeRecord(name: string, value: Uint8Array) {
    checkStorage()
    records.set(name, value)
  },
}))
beforeEach(() => {
  storage.isDenied = false
})

const login = { account: { accountId: 'a1' } } as LoginWithKey
const own = { login, site: 'https://shop.example' }
const batch = { id: 'order 1', chainId: 1, hash: `0x${'ab'.repeat(32)}` as const, sentAt: 5 }

it('a stored batch is found by its id after a reload, only by its account and site', async () => {
  await storeBatch(own, batch)
  vi.resetModules()
  const { findBatch } = await import('./batch-ids.js')
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

it('a batch is found until a reload if the browser denies storage', async () => {
  storage.isDenied = true
  const sent = { ...batch, id: 'order 3' }
  await storeBatch(own, sent).catch(() => undefined)
  expect(await findBatch(own, 'order 3')).toEqual(sent)
  expect(await findBatch(own, 'order 4')).toBeUndefined()
  expect(await findBatch({ ...own, site: 'https://other.example' }, 'order 3')).toBeUndefined()
})
