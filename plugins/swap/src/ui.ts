import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { Swap, SwapPreview, SwapProgress, SwapSelectNetwork, SwapSelectToken, SwapUnknown } from './contract.js'
import { createSwapModel } from './model.js'
import { strings } from './strings/en.js'
import SwapPreviewView from './views/swap-preview-view.js'
import SwapProgressView from './views/swap-progress-view.js'
import SwapSelectNetworkView from './views/swap-select-network-view.js'
import SwapSelectTokenView from './views/swap-select-token-view.js'
import SwapUnknownView from './views/swap-unknown-view.js'
import SwapView from './views/swap-view.js'

export const ui: PluginUi = {
  views: [
    viewOf(Swap, SwapView, { title: 'swap.title' }),
    viewOf(SwapSelectToken, SwapSelectTokenView, { title: 'token.choose' }),
    viewOf(SwapSelectNetwork, SwapSelectNetworkView, { title: 'network.choose' }),
    viewOf(SwapProgress, SwapProgressView, { title: 'swap.title' }),
    viewOf(SwapPreview, SwapPreviewView, { title: 'preview.title' }),
    viewOf(SwapUnknown, SwapUnknownView, { title: 'unknown.title' }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createSwapModel,
}
