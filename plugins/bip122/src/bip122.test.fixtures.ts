import { createWalletModal, type Network, type WalletModal } from '@wallet-modal/kernel'
import { afterEach, vi } from 'vitest'
import { caipOf, chains } from './chains.js'
import type { Bip122Options } from './index.js'
import { bip122 } from './index.js'

export const networks = chains.map(
  (chain): Network => ({
    caipNetworkId: caipOf(chain),
    namespace: 'bip122',
    reference: chain.reference,
    name: chain.name,
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: [],
  }),
)

export const start = (options: Bip122Options = {}, more: object = {}): WalletModal =>
  createWalletModal({ plugins: [bip122(options)], networks, prefetch: 'never', logLevel: 'silent', ...more })

export const adapterOf = (modal: WalletModal) => modal.connections.adapter('bip122')

export function resetEachTest(): void {
  afterEach(() => {
    for (const name of ['unisat', 'bitkeep', 'btc_providers', 'cobalt']) Reflect.deleteProperty(window, name)
    localStorage.clear()
    vi.useRealTimers()
  })
}
