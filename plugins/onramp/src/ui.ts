import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import {
  BuyInProgress,
  OnRampAmount,
  OnRampFiatSelect,
  OnRampProviders,
  OnRampReview,
  OnRampTokenSelect,
  WhatIsABuy,
} from './contract.js'
import { createOnRampModel } from './model.js'
import { strings } from './strings/en.js'
import BuyInProgressView from './views/buy-in-progress-view.js'
import OnRampAmountView from './views/on-ramp-amount-view.js'
import OnRampFiatSelectView from './views/on-ramp-fiat-select-view.js'
import OnRampProvidersView from './views/on-ramp-providers-view.js'
import OnRampReviewView from './views/on-ramp-review-view.js'
import OnRampTokenSelectView from './views/on-ramp-token-select-view.js'
import WhatIsABuyView from './views/what-is-a-buy-view.js'

export const ui: PluginUi = {
  views: [
    viewOf(OnRampProviders, OnRampProvidersView, { title: 'providers.title' }),
    viewOf(OnRampAmount, OnRampAmountView, { title: 'amount.title' }),
    viewOf(OnRampFiatSelect, OnRampFiatSelectView, { title: 'fiat.title' }),
    viewOf(OnRampTokenSelect, OnRampTokenSelectView, { title: 'token.title' }),
    viewOf(OnRampReview, OnRampReviewView, { title: 'review.title' }),
    viewOf(BuyInProgress, BuyInProgressView, { title: 'progress.title' }),
    viewOf(WhatIsABuy, WhatIsABuyView, { title: 'what.title' }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createOnRampModel,
}
