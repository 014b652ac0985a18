import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { Devtools } from './contract.js'
import { strings } from './strings/en.js'
import DevtoolsView from './views/devtools-view.js'

export const ui: PluginUi = {
  views: [viewOf(Devtools, DevtoolsView, { title: 'title' })],
  strings: { en: async () => strings },
}
