import {
  connectGates,
  connectMethods,
  connectors,
  definePlugin,
  openingViews,
  signal,
  WalletModalError,
} from '@wallet-modal/kernel'
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
import type { Agreement } from './model.js'
import { type ConnectOptions, options } from './options.js'

export type { Agreement } from './model.js'
export type { ConnectOptions } from './options.js'

/**
 * View in which visitors connect a wallet. It lists the installed wallets and the wallets of the catalogue (a list of known wallets), and helps visitors
 * who have no wallet.
 */
export const connect = definePlugin({
  name: '@wallet-modal/connect',
  kernel: '^0.1',
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: { api: ['catalogue:/getWallets', 'catalogue:/getWalletImage/*'], storage: ['recent'] },
  views: [
    Connect,
    Wallets,
    Legal,
    ConnectingExternal,
    Downloads,
    WhatIsAWallet,
    GetWallet,
    AllWallets,
    ConnectWallets,
    ConnectingMultiChain,
  ],
  ui: () => import('./ui.js'),
  setup(ctx, { legalCheckbox, allWallets, termsUrl, privacyUrl }: ConnectOptions): Agreement {
    if (process.env.NODE_ENV !== 'production' && legalCheckbox && !termsUrl && !privacyUrl) {
      throw new WalletModalError('INVALID_OPTIONS', '"legalCheckbox" needs "termsUrl" or "privacyUrl"')
    }
    const agreed = signal(!legalCheckbox)
    ctx.add(
      openingViews,
      {
        view: AllWallets,
        // repeats `isTouch` of device.ts: importing it would add a separate small chunk that loads before a click
        when: ([first, second] = ctx.all(connectors).peek()) =>
          !second && !!first?.pairsByLink && allWallets !== 'HIDE' && matchMedia('(pointer:coarse)').matches,
      },
      { order: 100 },
    )
    ctx.add(openingViews, { view: Connect, when: () => true }, { order: 100 })
    ctx.add(connectMethods, { kind: 'wallet', view: Wallets })
    if (legalCheckbox) ctx.add(connectGates, { isOpen: agreed, view: Legal })
    return {
      agreed,
      agree(next) {
        agreed.value = next
      },
    }
  },
})
