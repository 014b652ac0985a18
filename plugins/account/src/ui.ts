import { lazyView, type PluginUi, viewOf } from '@wallet-modal/kernel'
import {
  Account,
  AccountSettings,
  Networks,
  ProfileWallets,
  SwitchActiveChain,
  SwitchNetwork,
  UnsupportedChain,
  WhatIsANetwork,
} from './contract.js'
import { createAccountModel } from './model.js'
import { strings } from './strings/en.js'
import AccountSettingsView from './views/account-settings-view.js'
import AccountView from './views/account-view.js'
import NetworksView from './views/networks-view.js'
import ProfileWalletsView from './views/profile-wallets-view.js'
import SwitchActiveChainView from './views/switch-active-chain-view.js'
import SwitchNetworkView from './views/switch-network-view.js'
import UnsupportedChainView from './views/unsupported-chain-view.js'

export const ui: PluginUi = {
  views: [
    viewOf(Account, AccountView, {
      label: 'account.label',
      start: { icon: 'network', label: 'networks.open', view: Networks },
    }),
    viewOf(Networks, NetworksView, { title: 'networks.title' }),
    lazyView(WhatIsANetwork, () => import('./views/what-is-a-network-view.js'), { title: 'what.title' }),
    viewOf(UnsupportedChain, UnsupportedChainView, { title: 'unsupported.title' }),
    viewOf(SwitchNetwork, SwitchNetworkView, { title: 'unsupported.title' }),
    viewOf(ProfileWallets, ProfileWalletsView, { title: 'wallets.title' }),
    viewOf(AccountSettings, AccountSettingsView, { title: 'settings.title' }),
    viewOf(SwitchActiveChain, SwitchActiveChainView, { title: 'chain.title' }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createAccountModel,
}
