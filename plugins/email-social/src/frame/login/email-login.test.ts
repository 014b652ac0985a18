// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { FrameError } from '../gateway.js'
import { createEmailLogin } from './email-login.js'

const { gateway, records, storage } = vi.hoisted(() => ({
  gateway: { requestCode: vi.fn(), deviceResult: vi.fn(), verify: vi.fn() },
  records: new Map<string, Uint8Array<ArrayBuffer>>(),
  /** A record is stored when `pending` resolves. */
  storage: { pending: Promise.resolve(), isStoring: false },
}))
vi.mock('../gateway.js', async (original) => ({ ...(await original<typeof import('../gateway.js')>()), gateway }))
vi.mock('../account/device.js', () => ({
  deviceSecret: async () => 'ab'.repeat(32),
  readRecord: async (name: string) => records.get(name),
  storeRecord: async (name: string, value: Uint8Array<ArrayBuffer>) => {
    storage.isStoring = true
    await storage.pending
    records.set(name, value)
  },
  deleteRecord: async (name: string) => void records.delete(name),
}))

beforeEach(() => {
  document.documentElement.lang = 'en' // the frame's language, in which it writes its errors
  records.clear()
  Object.assign(storage, { pending: Promise.resolve(), isStoring: false })
  gateway.requestCode.mockReset()
})

it.each([
  ['link', { attempt: 'late' }],
  ['code', { request: 'late' }],
])('a login that is ended before its %s was sent rejects with 4001, and cannot be continued', async (_, reply) => {
  let send = (): void => undefined
  gateway.requestCode.mockImplementation(
    () =>
      new Promise((resolve) => {
        send = () => resolve(reply)
      }),
  )
  const login = createEmailLogin('https://shop.example')
  const begun = login.begin('visitor@shop.example').catch((error: unknown) => error)
  await vi.waitFor(() => expect(gateway.requestCode).toHaveBeenCalled())
  login.abort()
  send()
  expect(await begun).toMatchObject({ code: 4001 })
  await expect(login.approved()).rejects.toMatchObject({ code: 'NO_LOGIN' })
  await expect(login.verify('123456')).rejects.toMatchObject({ code: 'NO_CODE' })
  expect(records.size).toBe(0)
})

it.each([
  ['link', { attempt: 'a1', retryInSeconds: 0 }],
  ['code', { request: 'r1', retryInSeconds: 0 }],
])(
  'a login by %s that is ended while it is being stored rejects with 4001, and cannot be resumed',
  async (_, reply) => {
    gateway.requestCode.mockResolvedValue(reply)
    let store = (): void => undefined
    storage.pending = new Promise((resolve) => {
      store = resolve
    })
    const login = createEmailLogin('https://shop.example')
    const begun = login.begin('visitor@shop.example').catch((error: unknown) => error)
    await vi.waitFor(() => expect(storage.isStoring).toBe(true))
    login.abort()
    await new Promise((resolve) => setTimeout(resolve))
    store()
    expect(await begun).toMatchObject({ code: 4001 })
    expect(records.size).toBe(0)
    await expect(login.approved()).rejects.toMatchObject({ code: 'NO_LOGIN' })
    await expect(login.verify('123456')).rejects.toMatchObject({ code: 'NO_CODE' })
  },
)

it('ending a login that waits for its link does not delete the stored login of another tab', async () => {
  gateway.requestCode.mockResolvedValueOnce({ attempt: 'a1', retryInSeconds: 0 })
  gateway.requestCode.mockResolvedValueOnce({ request: 'r2', retryInSeconds: 0 })
  const [first, second] = [createEmailLogin('https://shop.example'), createEmailLogin('https://shop.example')]
  await first.begin('visitor@shop.example')
  await second.begin('other@shop.example')
  first.abort()
  await new Promise((resolve) => setTimeout(resolve))
  expect(records.size).toBe(1)
})

it('a failure of the gateway or of a proxy in front of it does not end the wait for the link', async () => {
  gateway.requestCode.mockResolvedValue({ attempt: 'first', retryInSeconds: 30 })
  gateway.deviceResult
    .mockRejectedValueOnce(new FrameError('FAULT', 'An error occurred'))
    .mockResolvedValueOnce({ request: 'code', retryInSeconds: 30 })
  const login = createEmailLogin('https://shop.example')
  await login.begin('ada@example.org')
  expect(await login.approved()).toEqual({ retryInSeconds: 30 })
})

it('a failure of the gateway after it had read the answer is not reported as an expired login', async () => {
  gateway.requestCode.mockResolvedValue({ attempt: 'first', retryInSeconds: 30 })
  gateway.deviceResult
    .mockRejectedValueOnce(new FrameError('FAULT', 'An error occurred'))
    .mockRejectedValueOnce(new FrameError('NOT_FOUND', 'The login has expired.'))
  const login = createEmailLogin('https://shop.example')
  await login.begin('ada@example.org')
  await expect(login.approved()).rejects.toMatchObject({ code: 'FAULT' })
})

it('a refusal after a failure of the gateway is reported', async () => {
  gateway.requestCode.mockResolvedValue({ attempt: 'first', retryInSeconds: 30 })
  gateway.deviceResult
    .mockRejectedValueOnce(new FrameError('FAULT', 'An error occurred'))
    .mockRejectedValueOnce(new FrameError('NOT_ALLOWED', 'The login was refused.'))
  const login = createEmailLogin('https://shop.example')
  await login.begin('ada@example.org')
  await expect(login.approved()).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
})
