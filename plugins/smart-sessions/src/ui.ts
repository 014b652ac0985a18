import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { SmartSessionList } from './contract.js'
import { createSessionsModel } from './model.js'
import { strings } from './strings/en.js'
import SmartSessionListView from './views/smart-session-list-view.js'

export const ui: PluginUi = {
  views: [viewOf(SmartSessionList, SmartSessionListView, { title: 'list.title' })],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createSessionsModel,
}
