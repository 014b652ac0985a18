// @vitest-environment happy-dom
import { getWallets } from '@wallet-standard/app'
import type { Wallet } from '@wallet-standard/base'
import { registerWallet } from '@wallet-standard/wallet'
import { expect, it, vi } from 'vitest'
import { standardWallets } from './discovery.js'

const walletOf = (name: string): Wallet => ({
  ...{ version: '1.0.0', name, icon: 'data:image/png;base64,AA==', chains: [], features: {}, accounts: [] },
})
const [early, late] = [walletOf('Early'), walletOf('Late')]

it('standardWallets finds the same wallets as the Wallet Standard client, including wallets that register later', () => {
  registerWallet(early)
  const { get, on } = standardWallets()
  // other test files of this worker registered wallets in the same page
  const own = (wallets: readonly object[]) => wallets.filter((one) => one === early || one === late)
  const added = vi.fn()
  const stop = on('register', added)
  expect(own(get())).toEqual([early])
  registerWallet(late)
  expect(own(get())).toEqual([early, late])
  expect(added.mock.calls).toEqual([[late]])
  stop()
  registerWallet(walletOf('Unheard'))
  expect(added).toHaveBeenCalledTimes(1)
  // other code of the page finds the same wallets, in any order
  expect(own(getWallets().get())).toEqual([early, late])
})

it('standardWallets lists a wallet that registers twice only once, and removes it when it unregisters', () => {
  const { get, on, register } = standardWallets()
  const [wallet, gone] = [walletOf('Once'), vi.fn()]
  on('unregister', gone)
  const leave = register(wallet)
  register(wallet)() // has no effect, because this call registered no wallet
  expect(get().filter((one) => one === wallet)).toHaveLength(1)
  leave()
  leave()
  expect(get()).not.toContain(wallet)
  expect(gone.mock.calls).toEqual([[wallet]])
})
