import { type Network, type Slot, slot, view } from '@wallet-modal/kernel'

/** What the form begins with. The visitor can change all of it. */
export interface OnRampParams {
  /** Id of a provider: `coinbase`, `meld`. */
  readonly provider?: string
  /** What the visitor pays, in whole units of the currency: `100`. */
  readonly amount?: string
  /** ISO 4217: `USD`. */
  readonly currency?: string
  /** Symbol of the token: `ETH`. */
  readonly token?: string
}

/** Choice of the provider, and purchases that are in progress. */
export const OnRampProviders = view('@wallet-modal/onramp#OnRampProviders')

/** Amount, currency, token and quote. */
export const OnRampAmount = view<OnRampParams | undefined>('@wallet-modal/onramp#OnRampAmount')

/** Choice of the currency to pay with. */
export const OnRampFiatSelect = view('@wallet-modal/onramp#OnRampFiatSelect')

/** Choice of the token to buy. */
export const OnRampTokenSelect = view('@wallet-modal/onramp#OnRampTokenSelect')

/** Review of the purchase: token, receiving address, fees, and the button that opens the provider's checkout. */
export const OnRampReview = view('@wallet-modal/onramp#OnRampReview')

/** Progress of a purchase. Without an id: the latest one. */
export const BuyInProgress = view<{ readonly id: string } | undefined>('@wallet-modal/onramp#BuyInProgress')

/** Explains buying with a card. */
export const WhatIsABuy = view('@wallet-modal/onramp#WhatIsABuy')

/** An exact amount of a currency or token: `amount` counts units of 10^-`decimals`. */
export interface OnRampMoney {
  /** ISO 4217 code, or the id of a token. */
  readonly currency: string
  readonly amount: bigint
  readonly decimals: number
}

/** Least and greatest payment by one method, both inclusive. */
export interface OnRampLimit {
  /** `card`, `ach_bank_account` or another word of the provider. */
  readonly paymentMethod: string
  readonly min: OnRampMoney
  readonly max: OnRampMoney
}

/** Currency to pay with. */
export interface OnRampCurrency {
  /** ISO 4217. */
  readonly id: string
  /** One of each payment method; never empty. */
  readonly limits: readonly OnRampLimit[]
}

/** Token that can be bought on a network. */
export interface OnRampToken {
  /** As the provider names it. */
  readonly id: string
  readonly name: string
  readonly symbol: string
  /** As the provider names the network. */
  readonly network: string
  /** `https:` or `data:image/`. */
  readonly iconUrl?: string
}

export interface OnRampOptions {
  readonly currencies: readonly OnRampCurrency[]
  readonly tokens: readonly OnRampToken[]
}

/** A purchase of an exact payment. */
export interface OnRampRequest {
  readonly network: Network
  /** Address that receives. */
  readonly account: string
  readonly token: OnRampToken
  /** What the visitor pays, fees included. */
  readonly payment: OnRampMoney
  readonly paymentMethod: string
}

export interface OnRampQuote {
  readonly id: string
  /** Total payment, fees included. */
  readonly total: OnRampMoney
  readonly subtotal: OnRampMoney
  /** Estimated amount of the token received. */
  readonly purchase: OnRampMoney
  readonly networkFee?: OnRampMoney
  readonly providerFee?: OnRampMoney
}

export interface OnRampCheckoutRequest extends OnRampRequest {
  /** Made by this plugin, random. The provider's records carry it. */
  readonly id: string
  readonly quote: OnRampQuote
}

export type OnRampStatus = 'pending' | 'completed' | 'failed'

/** Sells tokens for money at a checkout page of its own. Methods that return promises reject on failure; no amount is ever invented. */
export interface OnRampProvider {
  readonly id: string
  /** Shown to visitors. */
  readonly name: string
  /** Range of the fee, in hundredths of a percent. */
  readonly feeBps: { readonly min: number; readonly max: number }
  /** `https:` or `data:image/`. */
  readonly iconUrl?: string
  supports(network: Network): boolean
  options(network: Network, signal: AbortSignal): Promise<OnRampOptions>
  quote(request: OnRampRequest, signal: AbortSignal): Promise<OnRampQuote>
  /** Starts a checkout session. Resolves with the URL of its page, which stays valid for five minutes. */
  checkout(request: OnRampCheckoutRequest, signal: AbortSignal): Promise<string>
  /** Opens the page in a new window, inside the click, through the contributing plugin's `ctx.openWindow`. False where the browser blocked it. */
  open(url: string): boolean
  /** How far a purchase is. `pending` also where nothing was paid yet. */
  status(
    order: { readonly id: string; readonly network: string; readonly account: string },
    signal: AbortSignal,
  ): Promise<OnRampStatus>
}

/** Providers, in the order in which they are listed. */
export const onRampProviders: Slot<OnRampProvider> = slot('@wallet-modal/onramp#providers')

/** Where the checkout pages of Coinbase and Meld are beside their own origins, such as those of a test environment. */
export interface OnRampCheckout {
  /** Origin of the pages. */
  readonly origin: string
  /** CAIP-2 ids of further networks that are delivered to. */
  readonly caipNetworkIds: readonly string[]
  /** As {@link OnRampProvider.open}. */
  open(url: string): boolean
}

export const onRampCheckouts: Slot<OnRampCheckout> = slot('@wallet-modal/onramp#checkouts')
