import { createWalletModal, type Network, type WalletModal } from '@wallet-modal/kernel'
import { standardWallets } from '@wallet-modal/kernel/discovery'
import type { Wallet } from '@wallet-standard/base'
import { afterEach } from 'vitest'
import networks from '../networks.json' with { type: 'json' }
import { solana } from './index.js'
import type { TestWallet } from './wallet.test.fixtures.js'

export const [mainnet, devnet, testnet] = networks as readonly Network[] as readonly [Network, Network, Network]

export const start = (listed: readonly Network[] = [mainnet, devnet, testnet]): WalletModal =>
  createWalletModal({ id: 'solana', plugins: [solana()], networks: [...listed], prefetch: 'never', logLevel: 'silent' })

/** Functions that unregister the wallets of the current test. Otherwise the wallets stay registered until the page closes. */
export const registered: (() => void)[] = []
export function register(...wallets: readonly Wallet[]): () => void {
  const unregister = standardWallets().register(...wallets)
  registered.push(unregister)
  return unregister
}

/** Registers any value as a wallet, by dispatching the Wallet Standard's event: the typed function `register` accepts only wallets. */
export const registerAnything = (given: unknown): boolean =>
  dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', {
      detail: (api: { register(...wallets: unknown[]): () => void }) => registered.push(api.register(given)),
    }),
  )

/** Each test file must call this function: hooks of a shared module run only in the first file that loads the module. */
export function resetEachTest(): void {
  afterEach(() => {
    for (const unregister of registered.splice(0)) unregister()
    localStorage.clear()
  })
}

export const adapterOf = (modal: WalletModal) => modal.connections.adapter('solana')
export const offered = (modal: WalletModal) => adapterOf(modal).connectors.value
export const namesOf = (modal: WalletModal): readonly string[] => offered(modal).map(({ name }) => name)

export async function connect(modal: WalletModal, { wallet }: TestWallet) {
  register(wallet)
  const adapter = adapterOf(modal)
  await adapter.discover()
  const connector = offered(modal).find(({ name }) => name === wallet.name)
  if (!connector) throw new Error('The wallet is not listed.')
  await adapter.connect(connector)
  return adapter
}
export const live = (modal: WalletModal) => modal.connections.active.peek()
