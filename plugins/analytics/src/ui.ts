import type { PluginUi } from '@wallet-modal/kernel'
import { strings } from './strings/en.js'

export const ui: PluginUi = {
  views: [],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
}
