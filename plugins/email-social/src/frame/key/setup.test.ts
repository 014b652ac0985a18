// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import type { Login } from '../account/account.js'
import { FrameError } from '../gateway.js'
import { setUpKey } from './setup.js'

const { shares, screen } = vi.hoisted(() => ({
  shares: { device: new Uint8Array([1]), server: new Uint8Array([2]), recovery: new Uint8Array([3]) },
  screen: { isWatched: false },
}))

vi.mock('./key.js', () => ({ createKey: async () => ({ address: `0x${'ab'.repeat(20)}`, ...shares }) }))
vi.mock('../settings/guarded-screen.js', () => ({
  showGuarded: () => {
    screen.isWatched = true
    return () => {
      screen.isWatched = false
    }
  },
}))

const login: Login = {
  session: 's1',
  account: {
    accountId: 'a1',
    site: 'https://shop.example',
    chains: [],
    smartAccount: null,
    approvals: 'frame',
    wallet: null,
  },
}

it('if the login ends while the recovery code is displayed, the key shares are overwritten and the screen is no longer observed', async () => {
  const loginEnd = new AbortController()
  const setup = setUpKey(login, loginEnd.signal)
  await vi.waitFor(() => expect(screen.isWatched).toBe(true))
  const ended = new FrameError(4001, 'The login was ended.')
  loginEnd.abort(ended)
  await expect(setup).rejects.toBe(ended)
  expect(screen.isWatched).toBe(false)
  expect(Object.values(shares)).toEqual([new Uint8Array(1), new Uint8Array(1), new Uint8Array(1)])
})
