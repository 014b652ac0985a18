import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { Nfts, Tokens } from './contract.js'
import { createBalancesModel } from './model.js'
import { strings } from './strings/en.js'
import NftsView from './views/nfts-view.js'
import TokensView from './views/tokens-view.js'

export const ui: PluginUi = {
  views: [viewOf(Tokens, TokensView, { title: 'tokens.title' }), viewOf(Nfts, NftsView, { title: 'nfts.title' })],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createBalancesModel,
}
