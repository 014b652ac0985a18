import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { ActivityTab, TransactionDetails, Transactions } from './contract.js'
import { createHistoryModel } from './model.js'
import { strings } from './strings/en.js'
import ActivityTabView from './views/activity-tab-view.js'
import TransactionDetailsView from './views/transaction-details-view.js'
import TransactionsView from './views/transactions-view.js'

export const ui: PluginUi = {
  views: [
    viewOf(Transactions, TransactionsView, { title: 'activity.title' }),
    viewOf(TransactionDetails, TransactionDetailsView, { title: 'details.title' }),
    viewOf(ActivityTab, ActivityTabView, { title: 'activity.title' }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createHistoryModel,
}
