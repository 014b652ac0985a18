import { type Network, type Slot, slot, view } from '@wallet-modal/kernel'

/** Initial values of the form. The visitor can change all of them. */
export interface OnRampParams {
  /** Id of a provider, such as `coinbase` or `meld`. */
  readonly provider?: string
  /** Payment in decimal notation, such as `100` or `99.50`. */
  readonly amount?: string
  /** ISO 4217 code, such as `USD`. */
  readonly currency?: string
  /** The token's symbol, such as `ETH`, or the provider's id of the token. */
  readonly token?: string
}

/** List of the providers and of the purchases in progress. Opened by the Buy button of the Account view. */
export const OnRampProviders = view('@wallet-modal/onramp#OnRampProviders')

/** Form for the amount, the currency and the token. Displays the quote. */
export const OnRampAmount = view<OnRampParams | undefined>('@wallet-modal/onramp#OnRampAmount')

/** List of the currencies to pay with. Opened by the form. */
export const OnRampFiatSelect = view('@wallet-modal/onramp#OnRampFiatSelect')

/** List of the tokens to buy. Opened by the form. */
export const OnRampTokenSelect = view('@wallet-modal/onramp#OnRampTokenSelect')

/** Review of the purchase: token, receiving address and fees. Its button opens the checkout of the provider. */
export const OnRampReview = view('@wallet-modal/onramp#OnRampReview')

/**
 * Progress of a purchase of the active account. `id`: id of the order, as in the payload of the event `orderSettled`. Without parameters, displays
 * the latest purchase on the active network.
 */
export const BuyInProgress = view<{ readonly id: string } | undefined>('@wallet-modal/onramp#BuyInProgress')

/** Explains buying with a card or bank account. */
export const WhatIsABuy = view('@wallet-modal/onramp#WhatIsABuy')

/** An exact amount of a currency or token. `amount` is in units of 10^-`decimals`. */
export interface OnRampMoney {
  /** ISO 4217 code, or the id of a token. */
  readonly currency: string
  readonly amount: bigint
  readonly decimals: number
}

/** Minimum and maximum payment by one method, inclusive. */
export interface OnRampLimit {
  /** `card`, `ach_bank_account` or another id of the provider. */
  readonly paymentMethod: string
  readonly min: OnRampMoney
  readonly max: OnRampMoney
}

/** Currency to pay with. */
export interface OnRampCurrency {
  /** ISO 4217. */
  readonly id: string
  /** One for each payment method; never empty. */
  readonly limits: readonly OnRampLimit[]
}

/** Token that can be bought on a network. */
export interface OnRampToken {
  /** The provider's id of the token. */
  readonly id: string
  readonly name: string
  readonly symbol: string
  /** The provider's id of the network. */
  readonly network: string
  /** `https:`, `http:` (in development) or `data:image/`. */
  readonly iconUrl?: string
}

/** Currencies and tokens that a provider offers on a network. */
export interface OnRampOptions {
  readonly currencies: readonly OnRampCurrency[]
  readonly tokens: readonly OnRampToken[]
}

/** Purchase for which a quote is requested, with an exact payment. */
export interface OnRampRequest {
  readonly network: Network
  /** Receiving address. */
  readonly account: string
  readonly token: OnRampToken
  /** Payment including fees. */
  readonly payment: OnRampMoney
  /** See {@link OnRampLimit.paymentMethod}. */
  readonly paymentMethod: string
}

/** Quote for an {@link OnRampRequest}. */
export interface OnRampQuote {
  /** The provider's id of the quote. */
  readonly id: string
  /** Total payment, fees included. */
  readonly total: OnRampMoney
  /** Payment without fees. */
  readonly subtotal: OnRampMoney
  /** Estimated amount of the token received. */
  readonly purchase: OnRampMoney
  readonly networkFee?: OnRampMoney
  readonly providerFee?: OnRampMoney
}

export interface OnRampCheckoutRequest extends OnRampRequest {
  /** Random id created by this plugin. The provider stores the id with the purchase. */
  readonly id: string
  readonly quote: OnRampQuote
}

export type OnRampStatus = 'pending' | 'completed' | 'failed'

/**
 * Sells tokens for fiat money on its own checkout page. Methods that return promises reject on failure. Implementations must not calculate amounts
 * that the provider's API did not return.
 */
export interface OnRampProvider {
  readonly id: string
  /** Display name. */
  readonly name: string
  /** Range of the fee, in basis points. */
  readonly feeBps: { readonly min: number; readonly max: number }
  /** `https:`, `http:` (in development) or `data:image/`. */
  readonly iconUrl?: string
  supports(network: Network): boolean
  options(network: Network, signal: AbortSignal): Promise<OnRampOptions>
  quote(request: OnRampRequest, signal: AbortSignal): Promise<OnRampQuote>
  /** Creates a checkout session. Resolves with the URL of its page. The URL is valid for five minutes. */
  checkout(request: OnRampCheckoutRequest, signal: AbortSignal): Promise<string>
  /**
   * Opens the checkout page with `ctx.openWindow` of the plugin that adds this provider. Called during the visitor's click. Returns `false` if the
   * browser blocked the window. If this method throws, the view displays the error, and the visitor can start a new session.
   */
  open(url: string): boolean
  /** Status of a purchase; `pending` also before payment. `id`: of the checkout request. `network`: CAIP-2 id. `account`: receiving address. */
  status(
    order: { readonly id: string; readonly network: string; readonly account: string },
    signal: AbortSignal,
  ): Promise<OnRampStatus>
}

/** Providers, in display order. */
export const onRampProviders: Slot<OnRampProvider> = slot('@wallet-modal/onramp#providers')

/** Additional origin of the checkout pages of Coinbase and Meld, such as that of a test environment. */
export interface OnRampCheckout {
  /** Origin of the pages. */
  readonly origin: string
  /** CAIP-2 ids of additional networks on which tokens are delivered. */
  readonly caipNetworkIds: readonly string[]
  /** See {@link OnRampProvider.open}. */
  open(url: string): boolean
}

/** Additional origins of checkout pages. */
export const onRampCheckouts: Slot<OnRampCheckout> = slot('@wallet-modal/onramp#checkouts')
