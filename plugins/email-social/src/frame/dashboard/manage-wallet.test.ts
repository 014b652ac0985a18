// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import type { Login } from '../account/account.js'
import { manageWallet } from './manage-wallet.js'

const { actions, key, offers } = vi.hoisted(() => ({
  /** Buttons that the visitor presses on the wallet's page, in this order. */
  actions: [] as string[],
  key: { hasShare: false, confirmsWithPasskey: true },
  /** Addresses of the accounts for which a passkey was offered. */
  offers: [] as string[],
}))

vi.mock('./overview.js', () => ({ chooseAction: async () => actions.shift() }))
vi.mock('../settings/export-key.js', () => ({ exportKey: async () => undefined }))
vi.mock('../account/account.js', () => ({
  readLoginWithKey: async (login: Login) =>
    key.hasShare ? { ...login, address: login.account.wallet?.address } : null,
  storeRecoveredShare: async () => undefined,
}))
vi.mock('../gateway.js', async (original) => ({
  ...(await original<typeof import('../gateway.js')>()),
  gateway: {
    passkeys: async () => [{ credentialId: 'one', sealedShare: '00' }],
    readKey: async () => ({ share: '01', recovery: '02' }),
    signOut: async () => undefined,
  },
}))
vi.mock('../key/key.js', () => ({ withKey: async () => undefined }))
vi.mock('../key/passkey.js', () => ({ supportsPasskeys: () => true, canMakePasskey: async () => true }))
vi.mock('../key/passkey-screens.js', () => ({
  askForPasskey: async () => (key.confirmsWithPasskey ? new Uint8Array([3]) : undefined),
  offerPasskey: async ({ address }: { readonly address: string }) => void offers.push(address),
}))
vi.mock('../key/recovery-field.js', () => ({
  createRecoveryField: () => ({
    nodes: [],
    open: async () => new Uint8Array([3]),
    onEnter: (submit: () => void) => submit(),
  }),
}))

const address = `0x${'ab'.repeat(20)}`
const login: Login = {
  session: 's1',
  account: {
    ...{ accountId: 'a1', email: 'ada@example.org', site: 'https://wallet.example', chains: [], smartAccount: null },
    approvals: 'frame',
    wallet: { address },
  },
}

beforeEach(() => {
  offers.length = 0
  Object.assign(key, { hasShare: false, confirmsWithPasskey: true })
})

/** Presses one button of the wallet's page, then Sign out. */
async function press(action: string): Promise<void> {
  actions.push(action, 'signOut')
  expect(await manageWallet(login)).toBe('You are signed out of this page.')
}

it.each([
  ['the browser has a share', { hasShare: true }],
  ['the visitor confirms with a passkey', { confirmsWithPasskey: true }],
  ['the visitor confirms with the recovery code', { confirmsWithPasskey: false }],
])('Add a passkey offers a passkey once: %s', async (_, given) => {
  Object.assign(key, given)
  await press('addPasskey')
  expect(offers).toEqual([address])
})

it('the export offers no passkey if the visitor confirms with a passkey', async () => {
  await press('exportKey')
  expect(offers).toEqual([])
})
