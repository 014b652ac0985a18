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
import WalletSendPreviewView from './views/wallet-send-preview-view.js'
import WalletSendResultView from './views/wallet-send-result-view.js'
import WalletSendScanView from './views/wallet-send-scan-view.js'
import WalletSendSelectTokenView from './views/wallet-send-select-token-view.js'
import WalletSendView from './views/wallet-send-view.js'

export const ui: PluginUi = {
  views: [
    viewOf(WalletSend, WalletSendView, { title: 'send.title' }),
    viewOf(WalletSendSelectToken, WalletSendSelectTokenView, { title: 'token.choose' }),
    viewOf(WalletSendScan, WalletSendScanView, { title: 'scan.title' }),
    viewOf(WalletSendPreview, WalletSendPreviewView, { title: 'preview.title' }),
    viewOf(WalletSendConfirmed, WalletSendResultView, { title: 'confirmed.title' }),
    viewOf(WalletSendUnknown, WalletSendResultView, { title: 'confirmed.title' }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createSendModel,
}
