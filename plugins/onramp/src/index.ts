import { accountActions, balances, computed, definePlugin, readWith } from '@wallet-modal/kernel'
import { coinbase } from './coinbase.js'
import {
  BuyInProgress,
  OnRampAmount,
  OnRampFiatSelect,
  OnRampProviders,
  OnRampReview,
  OnRampTokenSelect,
  onRampCheckouts,
  onRampProviders,
  WhatIsABuy,
} from './contract.js'
import { meld } from './meld.js'
import { type OnRampPluginOptions, options } from './options.js'
import { createServiceProvider } from './service-provider.js'

export type { OnRampParams } from './contract.js'
export type { OnRampPluginOptions } from './options.js'

/** Lets visitors buy tokens with a card or bank account: at Coinbase, at Meld, and at the providers in the slot `onRampProviders`. */
export const onramp = definePlugin<OnRampPluginOptions>({
  name: '@wallet-modal/onramp',
  kernel: '^0.1',
  optional: [balances],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: [
      'blockchain:/v1/onramp/*',
      'blockchain:/v1/generators/onrampurl',
      'blockchain:/v1/account/*/history',
      'catalogue:/public/getCurrencyImage/*',
      'catalogue:/public/getTokenImage/*',
    ],
    origins: { window: ['https://pay.coinbase.com', 'https://meldcrypto.com', 'https://*.meld.io'] },
    storage: ['orders'],
  },
  views: [OnRampProviders, OnRampAmount, OnRampFiatSelect, OnRampTokenSelect, OnRampReview, BuyInProgress, WhatIsABuy],
  ui: () => import('./ui.js'),
  setup(ctx, { excludedTimeZones = [] }) {
    const providers = ctx.all(onRampProviders)
    const checkouts = ctx.all(onRampCheckouts)
    for (const description of [coinbase, meld])
      ctx.add(onRampProviders, createServiceProvider(ctx, checkouts, description))
    const action = {
      id: 'onramp',
      icon: 'download',
      label: computed(() => ctx.t('providers.action')),
      run: () => void ctx.router.push(OnRampProviders),
    } as const
    const isOffered = computed(() => {
      const { network } = ctx.connections.active.value ?? {}
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      return !!network && !excludedTimeZones.includes(timeZone) && providers.value.some((one) => one.supports(network))
    })
    ctx.add(
      accountActions,
      computed(() => (isOffered.value ? action : null)),
      { order: 10 },
    )
    // once a wallet is connected, tracks the purchases that were started before this page load
    ctx.effect(() => {
      if (ctx.connections.active.value && ctx.storage.get('orders', readWith(Boolean)))
        import('./purchases.js').then(({ purchasesOf }) => void purchasesOf(ctx)).catch(ctx.log.warn)
    })
  },
})
