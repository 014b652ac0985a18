import { definePlugin, lazyView, openingViews } from '@wallet-modal/kernel'
import { Account, Networks, UnsupportedChain } from './contract.js'
import { type AccountOptions, options } from './options.js'
import { watchUnsupported } from './unsupported.js'

export type { AccountOptions } from './options.js'

/** What a connected visitor sees: account, balance, networks, and the way out. */
export const account = definePlugin({
  name: '@wallet-modal/account',
  kernel: '^0.1',
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: { api: ['blockchain:/v1/identity/*'] },
  strings: {
    en: async () => (await import('./strings/en.js')).strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  views: [
    lazyView(Account, () => import('./views/AccountView.js'), { label: 'account.label', start: { icon: 'network', label: 'networks.open', view: Networks } }),
    lazyView(Networks, () => import('./views/NetworksView.js'), { title: 'networks.title' }),
    lazyView(UnsupportedChain, () => import('./views/UnsupportedChainView.js'), { title: 'unsupported.title' }),
  ],
  setup(ctx, given: AccountOptions) {
    const isUnsupported = watchUnsupported(ctx, given)
    ctx.add(openingViews, { view: UnsupportedChain, when: () => isUnsupported.peek() }, { order: 10 })
    ctx.add(openingViews, { view: Account, when: () => ctx.connections.active.peek() !== null }, { order: 20 })
    return { isUnsupported }
  },
  model: async (ctx) => (await import('./model.js')).createAccountModel(ctx),
})
