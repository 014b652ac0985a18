import { beforeEach, expect, it, vi } from 'vitest'
import { deleteExpiredLogin, deletePendingLogin, readPendingLogin, storePendingLogin } from './pending-login.js'

const { records } = vi.hoisted(() => ({ records: new Map<string, Uint8Array<ArrayBuffer>>() }))

vi.mock('../account/device.js', () => ({
  readRecord: async (name: string) => records.get(name),
  storeRecord: async (name: string, value: Uint8Array<ArrayBuffer>) => void records.set(name, value),
  deleteRecord: async (name: string) => void records.delete(name),
}))

const login = {
  kind: 'code',
  id: 'ab'.repeat(32),
  email: 'visitor@shop.example',
  site: 'https://shop.example',
} as const
const TEN_MINUTES = 10 * 60_000

beforeEach(async () => {
  vi.useFakeTimers()
  records.clear()
  await storePendingLogin(login)
  return () => void vi.useRealTimers()
})

it('returns the login for its own address and site only', async () => {
  expect(await readPendingLogin(login)).toMatchObject(login)
  expect(await readPendingLogin({ ...login, email: 'other@shop.example' })).toBeUndefined()
  // origins of one registrable domain share the storage
  expect(await readPendingLogin({ ...login, site: 'https://evil.shop.example' })).toBeUndefined()
})

it('is kept for ten minutes, and then deleted by the next frame', async () => {
  vi.advanceTimersByTime(TEN_MINUTES - 1)
  await deleteExpiredLogin()
  expect(await readPendingLogin(login)).toMatchObject(login)
  vi.advanceTimersByTime(1)
  expect(await readPendingLogin(login)).toBeUndefined()
  await deleteExpiredLogin()
  expect(records.size).toBe(0)
})

it('is deleted if the clock was set back, or if the record is damaged', async () => {
  vi.setSystemTime(Date.now() - 1)
  await deleteExpiredLogin()
  expect(records.size).toBe(0)
  records.set('pending-login', new TextEncoder().encode('{'))
  await deleteExpiredLogin()
  expect(records.size).toBe(0)
})

it('is deleted by its own id only', async () => {
  await deletePendingLogin('cd'.repeat(32))
  expect(await readPendingLogin(login)).toMatchObject(login)
  await deletePendingLogin(login.id)
  expect(records.size).toBe(0)
})
