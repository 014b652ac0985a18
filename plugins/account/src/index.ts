import { definePlugin, lazyView, openingViews } from '@wallet-modal/kernel'
import { Account, Networks, UnsupportedChain } from './contract.js'
import { createHoldings, type Holdings } from './holdings.js'
import { type AccountModel, type AccountOptions, createAccountModel } from './model.js'
import { options } from './options.js'

export type { BalanceState } from './balance.js'
export type { Identity } from './identity.js'
export type { AccountModel, AccountOptions, Switching } from './model.js'

/** What `modal.use(account)` offers, and what the views draw from. */
export interface AccountPluginModel extends AccountModel, Holdings {}

/** What a connected visitor sees: account, balance, networks, and the way out. */
export const account = definePlugin({
  name: '@wallet-modal/account',
  kernel: '^0.1',
  options,
  permissions: { api: ['blockchain:/v1/identity/*'] },
  strings: {
    en: () => import('./strings/en.js').then(({ strings }) => strings),
    ar: () => import('./strings/ar.js').then(({ strings }) => strings),
    de: () => import('./strings/de.js').then(({ strings }) => strings),
  },
  views: [
    lazyView(Account, () => import('./views/AccountView.js'), { label: 'account.label', start: { icon: 'network', label: 'networks.open', view: Networks } }),
    lazyView(Networks, () => import('./views/NetworksView.js'), { title: 'networks.title' }),
    lazyView(UnsupportedChain, () => import('./views/UnsupportedChainView.js'), { title: 'unsupported.title' }),
  ],
  setup(ctx, given: AccountOptions): AccountPluginModel {
    const model = createAccountModel(ctx, given)
    ctx.add(openingViews, { view: UnsupportedChain, when: () => model.isUnsupported.peek() }, { order: 10 })
    ctx.add(openingViews, { view: Account, when: () => ctx.connections.active.peek() !== null }, { order: 20 })
    return { ...model, ...createHoldings(ctx) }
  },
})
