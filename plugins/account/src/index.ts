import { balances, definePlugin, openingViews } from '@wallet-modal/kernel'
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
import { type AccountOptions, options } from './options.js'
import { watchUnsupported } from './unsupported.js'

export type { AccountOptions } from './options.js'

/** Displays the connected account with its balance, the networks of the site, and the connected wallets. */
export const account = definePlugin({
  name: '@wallet-modal/account',
  kernel: '^0.1',
  optional: [balances],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: { api: ['blockchain:/v1/identity/*'], storage: ['recent'] },
  views: [
    Account,
    Networks,
    WhatIsANetwork,
    UnsupportedChain,
    ProfileWallets,
    SwitchNetwork,
    SwitchActiveChain,
    AccountSettings,
  ],
  ui: () => import('./ui.js'),
  setup(ctx, pluginOptions: AccountOptions) {
    const isUnsupported = watchUnsupported(ctx, pluginOptions)
    ctx.add(openingViews, { view: UnsupportedChain, when: () => isUnsupported.peek() }, { order: 10 })
    ctx.add(openingViews, { view: Account, when: () => !!ctx.connections.all.peek()[0] }, { order: 20 })
    return { isUnsupported }
  },
})
