import { connectGates, connectMethods, definePlugin, lazyView, openingViews, opened, view, WalletModalError } from '@wallet-modal/kernel'
import { Connect, ConnectingExternal, Downloads, GetWallet, WhatIsAWallet } from './contract.js'
import { type ConnectMethods, createMethods } from './methods.js'
import { type ConnectModel, type ConnectOptions, createConnectModel } from './model.js'
import { options } from './options.js'

export type { CatalogueWallet } from './contract.js'
export type { ConnectAttempt, ConnectModel, ConnectOptions } from './model.js'

/** What `modal.use(connect)` offers, and what the views draw from. */
export interface ConnectPluginModel extends ConnectModel, ConnectMethods {
  readonly termsUrl: string | undefined
  readonly privacyUrl: string | undefined
}

const Wallets = view('@wallet-modal/connect#Wallets')
const Legal = view('@wallet-modal/connect#Legal')

/** The Connect view: installed wallets first, others from the catalogue, and help for those who have none. */
export const connect = definePlugin({
  name: '@wallet-modal/connect',
  kernel: '^0.1',
  options,
  permissions: { api: ['catalogue:/getWallets', 'catalogue:/getWalletImage/*'], storage: ['recent'] },
  strings: {
    en: () => import('./strings/en.js').then(({ strings }) => strings),
    ar: () => import('./strings/ar.js').then(({ strings }) => strings),
    de: () => import('./strings/de.js').then(({ strings }) => strings),
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
  setup(ctx, given: ConnectOptions): ConnectPluginModel {
    const { legalCheckbox = false, termsUrl, privacyUrl } = given
    if (legalCheckbox && termsUrl === undefined && privacyUrl === undefined) {
      throw new WalletModalError('INVALID_OPTIONS', '"legalCheckbox" needs "termsUrl" or "privacyUrl": there is nothing to agree to')
    }
    const model = createConnectModel(ctx, given)
    const methods = createMethods(ctx, given.connectMethodsOrder)
    ctx.add(openingViews, { view: Connect, when: () => true }, { order: 100 })
    ctx.add(connectMethods, { kind: 'wallet', view: Wallets })
    if (legalCheckbox) ctx.add(connectGates, { isOpen: model.agreed, view: Legal })
    ctx.on(opened, () => model.catalogue.load())
    return { ...model, ...methods, termsUrl, privacyUrl }
  },
})
