import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { WalletCompatibleNetworks, WalletReceive } from './contract.js'
import { createReceiveModel } from './model.js'
import { strings } from './strings/en.js'
import WalletCompatibleNetworksView from './views/wallet-compatible-networks-view.js'
import WalletReceiveView from './views/wallet-receive-view.js'

export const ui: PluginUi = {
  views: [
    viewOf(WalletReceive, WalletReceiveView, { title: 'receive.title' }),
    viewOf(WalletCompatibleNetworks, WalletCompatibleNetworksView, { title: 'networks.title' }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createReceiveModel,
}
