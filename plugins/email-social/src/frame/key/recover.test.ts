// @vitest-environment happy-dom

import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Login } from '../account/account.js'
import { createKey } from './key.js'
import { recoverKey, setUpKey } from './setup.js'

const { answers, stored, windows } = vi.hoisted(() => ({
  /** Share that the visitor's recovery code opens, and the share of the gateway in hex. */
  answers: { opened: new Uint8Array(), server: '' },
  stored: [] as string[],
  /** Titles of the screens in a window of the gateway. */
  windows: [] as string[],
}))

vi.mock('../gateway.js', async (original) => ({
  ...(await original<typeof import('../gateway.js')>()),
  gateway: { readKey: async () => ({ share: answers.server, recovery: '00' }), passkeys: async () => [] },
}))
vi.mock('../account/account.js', () => ({
  storeRecoveredShare: async ({ address }: { readonly address: string }) => void stored.push(address),
  storeNewKey: async (_: unknown, { address }: { readonly address: string }) => void stored.push(address),
}))
vi.mock('../approval/confirm-in-window.js', () => ({
  confirmInWindow: async (title: string) => void windows.push(title),
}))
vi.mock('./passkey-screens.js', () => ({ offerPasskey: async () => undefined }))
vi.mock('./recovery-field.js', () => ({
  createRecoveryField: () => ({
    nodes: [],
    open: async () => answers.opened,
    onEnter: (run: () => void) => void setTimeout(run),
  }),
}))

const loginOf = (approvals: 'frame' | 'window'): Login => ({
  session: 's1',
  account: {
    ...{ accountId: 'a1', site: 'https://shop.example', chains: [], smartAccount: null, wallet: null },
    approvals,
  },
})

beforeEach(() => {
  stored.length = 0
  windows.length = 0
})

it('a recovered share is stored only if it gives the key of the account together with the share of the gateway', async () => {
  const [mine, theirs] = [await createKey(), await createKey()]
  answers.server = bytesToHex(mine.server)
  answers.opened = theirs.recovery.slice()
  const message = 'The shares do not belong to this account.'
  await expect(recoverKey(loginOf('frame'), mine.address)).rejects.toThrow(message)
  expect(stored).toEqual([])
  expect(answers.opened).toEqual(new Uint8Array(theirs.recovery.length))
  answers.opened = mine.recovery.slice()
  await recoverKey(loginOf('frame'), mine.address)
  expect(stored).toEqual([mine.address])
})

it('on a site whose requests are approved in a window, the recovery code is displayed there too, and not in the frame', async () => {
  const { address } = await setUpKey(loginOf('window'), new AbortController().signal)
  expect([windows.length, stored]).toEqual([1, [address]])
  expect(document.body.textContent).toBe('')
})
