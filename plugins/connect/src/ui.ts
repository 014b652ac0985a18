import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { Connect, ConnectingExternal, Downloads, GetWallet, Legal, Wallets, WhatIsAWallet } from './contract.js'
import { type Agreement, createConnectModel } from './model.js'
import type { ConnectOptions } from './options.js'
import { strings } from './strings/en.js'
import ConnectingExternalView from './views/ConnectingExternalView.js'
import ConnectView, { WalletsView } from './views/ConnectView.js'
import DownloadsView from './views/DownloadsView.js'
import GetWalletView from './views/GetWalletView.js'
import LegalView from './views/LegalView.js'
import WhatIsAWalletView from './views/WhatIsAWalletView.js'

/** All of it is a few kB, less than the requests to fetch it in pieces would cost. */
export const ui: PluginUi<ConnectOptions, Agreement> = {
  views: [
    viewOf(Connect, ConnectView, {
      title: 'connect.title',
      start: { icon: 'help', label: 'help.open', view: WhatIsAWallet },
    }),
    viewOf(Wallets, WalletsView, { label: 'connect.title' }),
    viewOf(Legal, LegalView, { label: 'legal.label' }),
    viewOf(ConnectingExternal, ConnectingExternalView, { label: 'connecting.label' }),
    viewOf(Downloads, DownloadsView, { title: 'downloads.title' }),
    viewOf(WhatIsAWallet, WhatIsAWalletView, { title: 'what.title' }),
    viewOf(GetWallet, GetWalletView, { title: 'get.title' }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createConnectModel,
}
