import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { Approve } from './contract.js'
import { strings } from './strings/en.js'
import ApproveView from './views/approve-view.js'

export const ui: PluginUi = {
  views: [viewOf(Approve, ApproveView, { title: 'approve.title', back: false })],
  strings: { en: async () => strings },
}
