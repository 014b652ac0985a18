import { beforeEach, expect, it, vi } from 'vitest'
import { createSocialAttempts } from './social.js'

const { records, gateway } = vi.hoisted(() => ({
  records: new Map<string, Uint8Array<ArrayBuffer>>(),
  gateway: { beginSocial: vi.fn(async () => ({ uri: '' })), redeemSocial: vi.fn(async () => ({ session: 's1' })) },
}))
vi.mock('../account/device.js', () => ({
  storeRecord: async (name: string, value: Uint8Array<ArrayBuffer>) => void records.set(name, value),
  readRecord: async (name: string) => records.get(name),
  deleteRecord: async (name: string) => void records.delete(name),
  recordNames: async (prefix: string) => [...records.keys()].filter((name) => name.startsWith(prefix)),
}))
vi.mock('../gateway.js', async (original) => ({ ...(await original<typeof import('../gateway.js')>()), gateway }))
vi.mock('../texts/refusals.js', () => ({ translatedRefusal: () => undefined }))

const [SHOP, APP] = ['https://shop.example', 'https://app.shop.example']
const [ATTEMPT, OTHER] = ['a'.repeat(64), 'b'.repeat(64)]
const FRAGMENT = '#wallet-modal-login&code=c1'
const start = { provider: 'google', attempt: ATTEMPT, returnUrl: `${SHOP}/` }

beforeEach(() => {
  records.clear()
  vi.clearAllMocks()
  vi.useRealTimers()
})

it('a login can be finished once by the frame of another page of the site', async () => {
  await createSocialAttempts(SHOP).begin(start)
  const later = createSocialAttempts(SHOP)
  expect(await later.redeem(ATTEMPT, FRAGMENT)).toBe('s1')
  expect(gateway.redeemSocial).toHaveBeenCalledWith('c1', expect.stringMatching(/^[\da-f]{64}$/))
  expect(records.size).toBe(0)
  await expect(createSocialAttempts(SHOP).redeem(ATTEMPT, FRAGMENT)).rejects.toMatchObject({ code: 'NO_LOGIN' })
})

it.each([
  ['another site', APP, ATTEMPT, 0],
  ['another attempt', SHOP, OTHER, 0],
  ['an expired attempt', SHOP, ATTEMPT, 10 * 60_000],
])('a stored login is not finished for %s', async (_, site, attempt, laterMs) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await createSocialAttempts(SHOP).begin(start)
  vi.setSystemTime(Date.now() + laterMs)
  await expect(createSocialAttempts(site).redeem(attempt, FRAGMENT)).rejects.toMatchObject({ code: 'NO_LOGIN' })
  expect(gateway.redeemSocial).not.toHaveBeenCalled()
})

it('logins that two sites start at the same time can both be finished by other pages', async () => {
  await createSocialAttempts(SHOP).begin(start)
  await createSocialAttempts(APP).begin({ ...start, attempt: OTHER, returnUrl: `${APP}/` })
  expect(await createSocialAttempts(SHOP).redeem(ATTEMPT, FRAGMENT)).toBe('s1')
  expect(await createSocialAttempts(APP).redeem(OTHER, FRAGMENT)).toBe('s1')
})

it('keeps the secrets of the newest eight logins, for ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let count = 0; count < 9; count++) {
    await createSocialAttempts(SHOP).begin({ ...start, attempt: String(count).repeat(64) })
    vi.setSystemTime(Date.now() + 1_000)
  }
  expect(records.size).toBe(8)
  await expect(createSocialAttempts(SHOP).redeem('0'.repeat(64), FRAGMENT)).rejects.toMatchObject({ code: 'NO_LOGIN' })
  vi.setSystemTime(Date.now() + 10 * 60_000)
  createSocialAttempts(SHOP)
  await vi.waitFor(() => expect(records.size).toBe(0))
})
