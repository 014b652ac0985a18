import { Account } from '@wallet-modal/account/contract'
import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { ContactList } from './contract.js'
import { createModel } from './model.js'
import { strings } from './strings/en.js'
import CardView from './views/card-view.js'
import ContactListView from './views/contact-list-view.js'

export const ui: PluginUi = {
  views: [viewOf(Account, CardView, { title: 'card' }), viewOf(ContactList, ContactListView, { title: 'contacts' })],
  strings: { en: async () => strings, de: async () => (await import('./strings/de.js')).strings },
  model: createModel,
}
