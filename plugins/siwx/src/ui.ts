import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { SIWXSignMessage } from './contract.js'
import { strings } from './strings/en.js'
import SIWXSignMessageView from './views/SIWXSignMessageView.js'

export const ui: PluginUi = {
  views: [viewOf(SIWXSignMessage, SIWXSignMessageView, { title: 'signIn.title', back: false, close: false })],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: (_, { required }, signIn) => ({ ...signIn, isRequired: required !== false }),
}
