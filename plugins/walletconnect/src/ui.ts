import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { ConnectingWalletConnect, ConnectingWalletConnectBasic } from './contract.js'
import type { WalletConnectOutput } from './index.js'
import type { WalletConnectOptions } from './options.js'
import { createPairingModel } from './pairing/model.js'
import { strings } from './strings/en.js'
import { checkUrl } from './views/check-url.js'
import { AnyWalletView, OneWalletView } from './views/pairing-view.js'

/** Views of pairing. Loaded with the QR code component, without the client. */
export const ui: PluginUi<WalletConnectOptions, WalletConnectOutput> = {
  views: [
    viewOf(ConnectingWalletConnectBasic, AnyWalletView, { title: 'wc.title' }),
    viewOf(ConnectingWalletConnect, OneWalletView, { title: 'wc.title' }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: (ctx, _options, output) => createPairingModel(ctx, output, checkUrl),
}
