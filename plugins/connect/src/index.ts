import { connectGates, connectMethods, definePlugin, lazyView, openingViews, signal, view, WalletModalError } from '@wallet-modal/kernel'
import { Connect, ConnectingExternal, Downloads, GetWallet, WhatIsAWallet } from './contract.js'
import type { Agreement } from './model.js'
import { type ConnectOptions, options } from './options.js'

export type { Agreement } from './model.js'
export type { ConnectOptions } from './options.js'

const Wallets = view('@wallet-modal/connect#Wallets')
const Legal = view('@wallet-modal/connect#Legal')

/** The Connect view: installed wallets first, others from the catalogue, and help for those who have none. */
export const connect = definePlugin({
  name: '@wallet-modal/connect',
  kernel: '^0.1',
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: { api: ['catalogue:/getWallets', 'catalogue:/getWalletImage/*'], storage: ['recent'] },
  strings: {
    en: async () => (await import('./strings/en.js')).strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  views: [
    lazyView(Connect, () => import('./views/ConnectView.js'), { title: 'connect.title', start: { icon: 'help', label: 'help.open', view: WhatIsAWallet } }),
    lazyView(Wallets, async () => ({ default: (await import('./views/ConnectView.js')).WalletsView }), { label: 'connect.title' }),
    lazyView(Legal, () => import('./views/LegalView.js'), { label: 'legal.label' }),
    lazyView(ConnectingExternal, () => import('./views/ConnectingExternalView.js'), { label: 'connecting.label' }),
    lazyView(Downloads, () => import('./views/DownloadsView.js'), { title: 'downloads.title' }),
    lazyView(WhatIsAWallet, () => import('./views/WhatIsAWalletView.js'), { title: 'what.title' }),
    lazyView(GetWallet, () => import('./views/GetWalletView.js'), { title: 'get.title' }),
  ],
  setup(ctx, { legalCheckbox, termsUrl, privacyUrl }: ConnectOptions): Agreement {
    if (legalCheckbox && !termsUrl && !privacyUrl) {
      throw new WalletModalError('INVALID_OPTIONS', '"legalCheckbox" needs "termsUrl" or "privacyUrl": there is nothing to agree to')
    }
    const agreed = signal(!legalCheckbox)
    ctx.add(openingViews, { view: Connect, when: () => true }, { order: 100 })
    ctx.add(connectMethods, { kind: 'wallet', view: Wallets })
    if (legalCheckbox) ctx.add(connectGates, { isOpen: agreed, view: Legal })
    return {
      agreed,
      agree: (next) => {
        agreed.value = next
      },
    }
  },
  model: async (ctx, given, agreement) => (await import('./model.js')).createConnectModel(ctx, given, agreement),
})
