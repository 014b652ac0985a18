import { beforeEach, expect, it, vi } from 'vitest'
import type { LoginWithKey } from '../account/account.js'
import { deleteBatch, findBatch, storeBatch, withUnusedId } from './batch-ids.js'
import { sendRegistered } from './smart-account-status.js'

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

/** Web Locks of one origin, which its tabs share. */
function createLocks() {
  const pending = new Map<string, Promise<unknown>>()
  return {
    request(name: string, ...rest: readonly unknown[]) {
      const act = rest.at(-1) as (lock: object | null) => Promise<unknown>
      const previous = pending.get(name)
      if (previous && rest.length > 1) return act(null)
      const result = (previous ?? Promise.resolve()).then(() => act({}))
      const settled = result.then(
        () => undefined,
        () => undefined,
      )
      pending.set(name, settled)
      void settled.then(() => pending.get(name) === settled && pending.delete(name))
      return result
    },
  }
}

beforeEach(() => {
  storage.isDenied = false
  vi.stubGlobal('navigator', { locks: createLocks() })
  return () => vi.unstubAllGlobals()
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

/** The same module in another tab of the site. */
async function otherTab(): Promise<typeof import('./batch-ids.js')> {
  vi.resetModules()
  return import('./batch-ids.js')
}

it('batches that two tabs store at the same time are both found after a reload', async () => {
  const other = await otherTab()
  await Promise.all([storeBatch(own, { ...batch, id: 'tab 1' }), other.storeBatch(own, { ...batch, id: 'tab 2' })])
  const reloaded = await otherTab()
  expect([await reloaded.findBatch(own, 'tab 1'), await reloaded.findBatch(own, 'tab 2')]).toEqual([
    expect.anything(),
    expect.anything(),
  ])
})

it('of two tabs that use an id at the same time, one sends; the id stays unused if nothing was sent', async () => {
  const other = await otherTab()
  let reject = (_: Error): void => undefined
  const first = withUnusedId(own, 'order 5', () => new Promise((_, fail) => (reject = fail)))
  const send = vi.fn(async () => 'sent')
  await expect(other.withUnusedId(own, 'order 5', send)).rejects.toMatchObject({ code: 5720 })
  expect(send).not.toHaveBeenCalled()
  await Promise.resolve().then(() => reject(new Error('The visitor declined.')))
  await expect(first).rejects.toThrow('The visitor declined.')
  expect(await withUnusedId(own, 'order 5', send)).toBe('sent')
})

it('a batch is stored before its broadcast, and deleted if it was not sent', async () => {
  const found = async () => (await (await otherTab()).findBatch(own, 'order 6'))?.hash
  let duringBroadcast: string | undefined
  const send = (outcome: () => string) =>
    sendRegistered(own, { id: 'order 6', chainId: 1 }, async (onSigned) => {
      await onSigned(batch.hash)
      duringBroadcast = await found()
      return outcome()
    })
  const fail = () => {
    throw new Error('insufficient funds')
  }
  await expect(send(fail)).rejects.toThrow('insufficient funds')
  expect([duringBroadcast, await found()]).toEqual([batch.hash, undefined])
  expect(await send(() => batch.hash)).toBe('order 6')
  expect(await found()).toBe(batch.hash)
  await deleteBatch(own, batch.hash)
})
