/** Currency for payments. `limits`: smallest and largest payment for each payment method (`id`), as decimal text, inclusive. */
export interface OnRampPaymentCurrency {
  /** ISO 4217. */
  readonly id: string
  readonly limits: readonly { readonly id: string; readonly min: string; readonly max: string }[]
}

/** Token or coin that can be bought. */
export interface OnRampPurchaseCurrency {
  /** The provider's id of the token, used in quotes and sessions. */
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly iconUrl?: string
  readonly networks: readonly OnRampNetwork[]
}

/** Network on which a token can be received. */
export interface OnRampNetwork {
  /** The provider's id of the network, used in quotes and sessions. */
  readonly name: string
  readonly displayName: string
  /** Reference part of the CAIP-2 id: `1` for Ethereum. */
  readonly chainId: string
  /** Absent for the native coin. */
  readonly contractAddress?: string
}

/** Client of a request, from the connection or a trusted proxy's headers, never from the request's body. */
export interface OnRampVisitor {
  readonly ip?: string
  /** ISO 3166-1 alpha-2: `US`. */
  readonly country?: string
  /** Subdivision part of the ISO 3166-2 code: `NY`. */
  readonly region?: string
}

/** Payment for which a quote is requested. Currencies and network are ids that `options` returned. */
export interface OnRampQuoteRequest {
  readonly visitor: OnRampVisitor
  readonly purchaseCurrency: string
  readonly network: string
  readonly paymentCurrency: string
  /** Amount that the buyer pays, including fees: decimal text. */
  readonly amount: string
  readonly paymentMethod: string
}

export interface OnRampAmount {
  /** Decimal text. */
  readonly amount: string
  readonly currency: string
}

/**
 * Quote of a provider. `total` is the price that the buyer pays, `subtotal` the price without fees, `purchase` the tokens that the buyer receives.
 */
export interface OnRampQuote {
  readonly id: string
  readonly total: OnRampAmount
  readonly subtotal: OnRampAmount
  readonly purchase: OnRampAmount
  readonly networkFee: OnRampAmount
  readonly providerFee: OnRampAmount
}

export interface OnRampSessionRequest extends OnRampQuoteRequest {
  /** Random id of a purchase, created by the page. The provider stores it with the purchase. */
  readonly partnerUserId: string
  /** Address that receives the tokens. */
  readonly address: string
  readonly quoteId: string | undefined
  /** Origin of the gateway, for URLs that the gateway serves itself. */
  readonly origin: string
}

/**
 * Purchase whose payment has started. `pending`: the payment or the delivery of the tokens is in progress. `confirmed`: the tokens were delivered.
 * `failed`: the payment failed, and the time in which the buyer may pay again has passed.
 */
export interface OnRampPurchase {
  /** `partnerUserId` of the checkout session. */
  readonly id: string
  readonly caipNetworkId: string
  /** Address that receives the tokens. */
  readonly address: string
  readonly status: 'pending' | 'confirmed' | 'failed'
  /** Time at which the checkout session was created, in milliseconds since 1970. */
  readonly at: number
  /** Hash of the transaction that delivered the tokens. */
  readonly hash?: string
  readonly token: { readonly name: string; readonly symbol: string; readonly iconUrl?: string }
  /** Amount of the token in whole units, as decimal text; `0` until the provider reports it. */
  readonly amount: string
}

/** Identification of a purchase. */
export interface OnRampPurchaseRequest {
  /** `partnerUserId` of the checkout session: random, known only to the page that started the session. */
  readonly id: string
  /** Address that receives the tokens. */
  readonly address: string
  readonly caipNetworkId: string | undefined
}

/** On-ramp provider for the `onramp` routes. Methods throw a `RequestError` for unknown currencies, networks and payment methods. */
export interface OnRampSource {
  /** `coinbase`, `meld` or another id. */
  readonly provider: string
  /** Currencies, tokens and limits for a visitor. `origin`: origin of the gateway, for the URLs of pictures that the gateway serves itself. */
  options(
    origin: string,
    visitor: OnRampVisitor,
  ): Promise<{
    readonly paymentCurrencies: readonly OnRampPaymentCurrency[]
    readonly purchaseCurrencies: readonly OnRampPurchaseCurrency[]
  }>
  /** Price of a purchase. */
  quote(request: OnRampQuoteRequest): Promise<OnRampQuote>
  /** Creates a checkout session at the provider. Resolves with the URL of the checkout page. */
  session(request: OnRampSessionRequest): Promise<string>
  /** Purchase of a session. `undefined` if no payment has started, or if the purchase belongs to another address. */
  purchase(request: OnRampPurchaseRequest): Promise<OnRampPurchase | undefined>
}
