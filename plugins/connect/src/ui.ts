import { lazyView, type PluginUi, viewOf } from '@wallet-modal/kernel'
import {
  AllWallets,
  Connect,
  ConnectingExternal,
  ConnectingMultiChain,
  ConnectWallets,
  Downloads,
  GetWallet,
  Legal,
  Wallets,
  WhatIsAWallet,
} from './contract.js'
import { type Agreement, createConnectModel } from './model.js'
import type { ConnectOptions } from './options.js'
import { strings } from './strings/en.js'
import ConnectView from './views/connect-view.js'
import ConnectWalletsView from './views/connect-wallets-view.js'
import ConnectingExternalView from './views/connecting-external-view.js'
import WalletsView from './views/wallets-view.js'

/** The views that most visitors need are in one chunk. The other views are loaded when they open. */
export const ui: PluginUi<ConnectOptions, Agreement> = {
  views: [
    viewOf(Connect, ConnectView, {
      title: 'connect.title',
      start: { icon: 'help', label: 'help.open', view: WhatIsAWallet },
    }),
    viewOf(Wallets, WalletsView, { label: 'connect.title' }),
    lazyView(Legal, () => import('./views/legal-view.js'), { label: 'legal.label' }),
    viewOf(ConnectingExternal, ConnectingExternalView, { label: 'connecting.label' }),
    lazyView(AllWallets, () => import('./views/all-wallets-view.js'), {
      title: 'all.title',
      start: { icon: 'help', label: 'help.open', view: WhatIsAWallet },
    }),
    viewOf(ConnectWallets, ConnectWalletsView, { title: 'connect.title' }),
    lazyView(ConnectingMultiChain, () => import('./views/connecting-multi-chain-view.js'), { title: 'chain.title' }),
    lazyView(Downloads, () => import('./views/downloads-view.js'), { title: 'downloads.title' }),
    lazyView(WhatIsAWallet, () => import('./views/what-is-a-wallet-view.js'), { title: 'what.title' }),
    lazyView(GetWallet, () => import('./views/get-wallet-view.js'), { title: 'get.title' }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createConnectModel,
}
