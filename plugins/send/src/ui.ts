import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import {
  WalletSend,
  WalletSendConfirmed,
  WalletSendPreview,
  WalletSendScan,
  WalletSendSelectToken,
  WalletSendUnknown,
} from './contract.js'
import { createSendModel } from './model.js'
import { strings } from './strings/en.js'
import WalletSendConfirmedView from './views/WalletSendConfirmedView.js'
import WalletSendPreviewView from './views/WalletSendPreviewView.js'
import WalletSendScanView from './views/WalletSendScanView.js'
import WalletSendSelectTokenView from './views/WalletSendSelectTokenView.js'
import WalletSendUnknownView from './views/WalletSendUnknownView.js'
import WalletSendView from './views/WalletSendView.js'

export const ui: PluginUi = {
  views: [
    viewOf(WalletSend, WalletSendView, { title: 'send.title' }),
    viewOf(WalletSendSelectToken, WalletSendSelectTokenView, { title: 'token.choose' }),
    viewOf(WalletSendScan, WalletSendScanView, { title: 'scan.title' }),
    viewOf(WalletSendPreview, WalletSendPreviewView, { title: 'preview.title' }),
    viewOf(WalletSendConfirmed, WalletSendConfirmedView, { title: 'confirmed.title' }),
    viewOf(WalletSendUnknown, WalletSendUnknownView, { title: 'confirmed.title' }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createSendModel,
}
