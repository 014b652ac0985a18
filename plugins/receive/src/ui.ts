import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { WalletCompatibleNetworks, WalletReceive } from './contract.js'
import { createReceiveModel } from './model.js'
import { strings } from './strings/en.js'
import WalletCompatibleNetworksView from './views/WalletCompatibleNetworksView.js'
import WalletReceiveView from './views/WalletReceiveView.js'

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
