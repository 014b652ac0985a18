// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { FrameError } from '../gateway.js'
import { type Login, readLoginWithKey, storeNewKey } from './account.js'

const { records, disk, replies } = vi.hoisted(() => ({
  records: new Map<string, Uint8Array<ArrayBuffer>>(),
  disk: { isFull: false },
  /** Replies of the gateway. */
  replies: {
    store: async (): Promise<void> => undefined,
    read: async (): Promise<{ address: string }> => Promise.reject(),
  },
}))

vi.mock('./device.js', () => ({
  storeRecord: async (name: string, value: Uint8Array<ArrayBuffer>) => {
    if (disk.isFull) throw new DOMException('The disk is full.', 'QuotaExceededError')
    records.set(name, value.slice())
  },
  readRecord: async (name: string) => records.get(name)?.slice(),
  deleteRecord: async (name: string) => void records.delete(name),
  keepRecords: async () => undefined,
}))
vi.mock('../gateway.js', async (original) => ({
  ...(await original<typeof import('../gateway.js')>()),
  gateway: { storeKey: () => replies.store(), readKey: () => replies.read() },
}))

const address = `0x${'aB'.repeat(20)}`
const SHARE = `share:a1:${address.toLowerCase()}`
const login: Login = {
  session: 's1',
  account: {
    ...{ accountId: 'a1', site: 'https://shop.example', chains: [], smartAccount: null, wallet: null },
    approvals: 'frame',
  },
}
const store = (): Promise<void> =>
  storeNewKey(login, { address, device: Uint8Array.of(1), key: { server: Uint8Array.of(2), recovery: '03' } })

beforeEach(() => {
  records.clear()
  disk.isFull = false
  document.documentElement.lang = 'en'
  replies.store = async () => {
    throw new FrameError('CONFLICT', 'The account already has a key.')
  }
})

it('a request that the browser has sent twice succeeds: the stored key is this one', async () => {
  replies.read = async () => ({ address: address.toLowerCase() })
  await store()
  expect(records.get(SHARE)).toEqual(Uint8Array.of(1))
  expect(records.has('known-wallet:account:a1')).toBe(true)
})

it.each([
  [
    'en',
    'Your wallet was made in another tab or device. The code that you have just saved is not valid: delete it, and use the other one.',
  ],
  ['de', 'Der Code, den Sie gerade gespeichert haben, ist ungültig'],
  ['ar', 'الرمز الذي حفظته للتو غير صالح'],
])('if the account has another key, the share is deleted, and the error says so (%s)', async (lang, text) => {
  document.documentElement.lang = lang
  replies.read = async () => ({ address: `0x${'cd'.repeat(20)}` })
  const error: unknown = await store().catch((failure: unknown) => failure)
  expect(error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(text) })
  expect(records.size).toBe(0)
})

it('if the stored key cannot be read after a conflict, the share is kept', async () => {
  const failure = new TypeError('Failed to fetch')
  replies.read = () => Promise.reject(failure)
  await expect(store()).rejects.toBe(failure)
  expect(records.get(SHARE)).toEqual(Uint8Array.of(1))
})

it('a full disk after the gateway has stored the key does not fail the creation', async () => {
  replies.store = async () => {
    disk.isFull = true
  }
  await store()
  expect(records.has(SHARE)).toBe(true)
})

it('a login with a key share succeeds on a full disk', async () => {
  records.set(SHARE, Uint8Array.of(1))
  disk.isFull = true
  const account = { ...login.account, wallet: { address } }
  expect(await readLoginWithKey({ ...login, account })).toMatchObject({ address })
})
