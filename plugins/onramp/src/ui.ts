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
import BuyInProgressView from './views/BuyInProgressView.js'
import OnRampAmountView from './views/OnRampAmountView.js'
import OnRampFiatSelectView from './views/OnRampFiatSelectView.js'
import OnRampProvidersView from './views/OnRampProvidersView.js'
import OnRampReviewView from './views/OnRampReviewView.js'
import OnRampTokenSelectView from './views/OnRampTokenSelectView.js'
import WhatIsABuyView from './views/WhatIsABuyView.js'

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
