import { beforeEach, expect, it, vi } from 'vitest'
import type { FrameAccount } from '../gateway.js'
import { requireKnownWallet, storeKnownWallet } from './known-wallet.js'

const { records } = vi.hoisted(() => ({ records: new Map<string, Uint8Array<ArrayBuffer>>() }))

vi.mock('./device.js', () => ({
  storeRecord: async (name: string, value: Uint8Array<ArrayBuffer>) => void records.set(name, value),
  readRecord: async (name: string) => records.get(name),
  deleteRecord: async (name: string) => void records.delete(name),
}))
vi.mock('../texts/refusals.js', () => ({ translatedRefusal: () => undefined }))

const address = `0x${'Ab'.repeat(20)}`
const other = `0x${'cd'.repeat(20)}`
const accountOf = (given: Partial<FrameAccount> = {}): FrameAccount => ({
  accountId: 'a1',
  email: 'ada@example.org',
  site: 'https://shop.example',
  chains: [],
  smartAccount: null,
  approvals: 'frame',
  wallet: { address },
  ...given,
})
const isRefused = (given: Partial<FrameAccount>): Promise<boolean> =>
  requireKnownWallet(accountOf(given)).then(
    () => false,
    (error) => error.code === 'WALLET_UNKNOWN' || Promise.reject(error),
  )

beforeEach(() => {
  records.clear()
})

it('a login that was not used in this browser is accepted', async () => {
  expect(await isRefused({ wallet: null })).toBe(false)
  expect(await isRefused({})).toBe(false)
})

it('a login that was used in this browser is refused if the gateway reports no wallet or another wallet', async () => {
  await storeKnownWallet({ account: accountOf(), address })
  expect(await isRefused({ wallet: null })).toBe(true)
  expect(await isRefused({ wallet: { address: other } })).toBe(true)
  expect(await isRefused({ wallet: { address: address.toLowerCase() } })).toBe(false)
})

it('a gateway that loses its accounts on a restart, such as the sandbox, may report no wallet', async () => {
  await storeKnownWallet({ account: accountOf(), address })
  expect(await isRefused({ accountId: 'a2', wallet: null, hasTemporaryStore: true })).toBe(false)
})

it('a login is recognized by its email address if the gateway reports another account id', async () => {
  await storeKnownWallet({ account: accountOf(), address })
  expect(await isRefused({ accountId: 'a2', wallet: null })).toBe(true)
  expect(await isRefused({ accountId: 'a2', email: 'Ada@Example.org', wallet: null })).toBe(true)
  expect(await isRefused({ accountId: 'a2', email: 'bob@example.org', wallet: null })).toBe(false)
  // in another browser, account a1 has changed its email address, and the new account a2 has created this wallet with the old address
  expect(await isRefused({ accountId: 'a2', wallet: { address: other } })).toBe(false)
})

it('a social login is recognized by its account id only', async () => {
  const { email, ...account } = accountOf({ socialProvider: 'google' })
  await storeKnownWallet({ account, address })
  await expect(requireKnownWallet({ ...account, wallet: null })).rejects.toMatchObject({ code: 'WALLET_UNKNOWN' })
  await expect(requireKnownWallet({ ...account, accountId: 'a2', wallet: null })).resolves.toBeUndefined()
})

it('after an email change, the new address is recognized, and a new wallet for the old address is accepted', async () => {
  await storeKnownWallet({ account: accountOf(), address })
  await storeKnownWallet({ account: accountOf({ email: 'new@example.org' }), address })
  expect(await isRefused({ accountId: 'a2', email: 'new@example.org', wallet: null })).toBe(true)
  expect(await isRefused({ accountId: 'a2', wallet: null })).toBe(false)
})

it('an email change keeps the known wallet of another account with the old address', async () => {
  await storeKnownWallet({ account: accountOf(), address })
  await storeKnownWallet({ account: accountOf({ accountId: 'a2' }), address: other })
  await storeKnownWallet({ account: accountOf({ email: 'new@example.org' }), address })
  expect(await isRefused({ accountId: 'a3', wallet: null })).toBe(true)
})

it('the unencrypted names of stored records contain no email address', async () => {
  await storeKnownWallet({ account: accountOf(), address })
  expect([...records.keys()].join()).not.toContain('ada')
})
