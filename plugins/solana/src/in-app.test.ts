// @vitest-environment happy-dom
import { createWalletModal, type WalletModal } from '@wallet-modal/kernel'
import { standardWallets } from '@wallet-modal/kernel/discovery'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import networks from '../networks.json' with { type: 'json' }
import { solana } from './index.js'
import { addressOf, createTestWallet, type TestWallet } from './wallet.test.fixtures.js'

const create = (): WalletModal =>
  createWalletModal({
    id: 'in-app',
    plugins: [solana()],
    networks: [...networks],
    prefetch: 'never',
    logLevel: 'silent',
  })
const address = (modal: WalletModal) => modal.connections.active.peek()?.account.address ?? null
const pause = () => new Promise((resolve) => setTimeout(resolve, 300))

const registered: (() => void)[] = []
const install = (...wallets: readonly TestWallet[]): void =>
  void registered.push(standardWallets().register(...wallets.map(({ wallet }) => wallet)))

beforeEach(() => {
  vi.stubGlobal('solana', {})
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Mobile/15E148 Wallet/1.0')
})
afterEach(() => {
  for (const leave of registered.splice(0)) leave()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

test("a wallet's in-app browser silently connects the wallet that authorized the site, until a disconnect", async () => {
  const wallet = createTestWallet({ isPermitted: true })
  install(wallet)
  using modal = create()
  await vi.waitFor(() => expect(address(modal)).toBe(addressOf(1)), 5000)
  expect(wallet.calls).toEqual(['connect silently'])
  await modal.disconnect()
  modal.dispose()
  for (const leave of registered.splice(0)) leave()

  const again = createTestWallet({ isPermitted: true })
  install(again)
  using next = create()
  await pause()
  expect([address(next), again.calls]).toEqual([null, []])
})

test('a wallet that has not authorized the site stays disconnected; if there are two wallets, no wallet is asked', async () => {
  const stranger = createTestWallet()
  install(stranger)
  const first = create()
  await vi.waitFor(() => expect(stranger.calls).toEqual(['connect silently']), 5000)
  await pause()
  expect(address(first)).toBeNull()
  first.dispose()
  install(createTestWallet({ name: 'Other', isPermitted: true }))
  using second = create()
  await pause()
  expect([address(second), stranger.calls]).toEqual([null, ['connect silently']])
})
