import { batch, type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { type AmountEntry, createAmountEntry } from '@wallet-modal/kernel/transactions'
import { type BuyContext, createBuyContext } from './context.js'
import type {
  OnRampCurrency,
  OnRampLimit,
  OnRampMoney,
  OnRampOptions,
  OnRampParams,
  OnRampProvider,
  OnRampToken,
} from './contract.js'
import { compareMoney, currencyDecimals } from './money.js'
import { createOffer, type Offer } from './offer.js'
import { createQuotes, type QuoteState, type QuoteSubject, type Quotes } from './quotes.js'

/** First reason why the form cannot be submitted, or `complete`. Also the key of the main button's text. */
export type FormStatus =
  | 'addAmount'
  | 'incorrectValue'
  | 'belowMinimum'
  | 'aboveMaximum'
  | 'checking'
  | 'failed'
  | 'complete'

export interface BuyForm {
  readonly context: ReadonlySignal<BuyContext | null>
  readonly offer: Offer
  readonly provider: ReadonlySignal<OnRampProvider | undefined>
  readonly currency: ReadonlySignal<OnRampCurrency | undefined>
  readonly token: ReadonlySignal<OnRampToken | undefined>
  /** Payment method with its limits. */
  readonly limit: ReadonlySignal<OnRampLimit | undefined>
  readonly amount: ReadonlySignal<AmountEntry>
  readonly quotes: Quotes
  readonly status: ReadonlySignal<FormStatus>
  chooseProvider(id: string): void
  chooseCurrency(id: string): void
  chooseToken(id: string): void
  choosePaymentMethod(id: string): void
  type(text: string): void
  /**
   * Fills in the site's initial values. `routeKey`: key of the view's route. A second call with the same key does nothing: the visitor has returned
   * to the view, and the form keeps the visitor's input.
   */
  apply(params: OnRampParams | undefined, routeKey: number | undefined): void
}

const noOptions: OnRampOptions = { currencies: [], tokens: [] }

/**
 * The visitor's selections. If the provider does not offer a selected value, the provider's first option is used. For tokens, the native coin takes
 * precedence over the first option.
 */
function createChoices(offer: Offer, context: ReadonlySignal<BuyContext | null>) {
  const selections = { currency: signal('USD'), token: signal(''), paymentMethod: signal('') }
  const options = computed(() => (offer.state.value.status === 'ready' ? offer.state.value.options : noOptions))
  const currency = computed(() => {
    const { currencies } = options.value
    return currencies.find(({ id }) => id === selections.currency.value) ?? currencies[0]
  })
  const token = computed(() => {
    const [{ tokens }, coinSymbol] = [options.value, context.value?.network.nativeCurrency.symbol]
    const selected = selections.token.value
    const selectedToken = tokens.find((one) => one.id === selected) ?? tokens.find((one) => one.symbol === selected)
    return selectedToken ?? tokens.find((one) => one.symbol === coinSymbol) ?? tokens[0]
  })
  const limit = computed(() => {
    const { limits = [] } = currency.value ?? {}
    return limits.find(({ paymentMethod }) => paymentMethod === selections.paymentMethod.value) ?? limits[0]
  })
  return { selections, currency, token, limit }
}

function toSubject(
  { network, account, key }: BuyContext,
  provider: OnRampProvider,
  { token, payment, limit }: Readonly<{ token: OnRampToken; payment: OnRampMoney; limit: OnRampLimit }>,
): QuoteSubject {
  const { paymentMethod } = limit
  const keyFields = [key, provider.id, token.id, token.network, paymentMethod, payment.currency, payment.amount]
  return { key: keyFields.join(' '), provider, request: { network, account, token, payment, paymentMethod } }
}

type LimitViolation = 'belowMinimum' | 'aboveMaximum'

function violationOf(payment: OnRampMoney | undefined, limit: OnRampLimit | undefined): LimitViolation | undefined {
  if (!payment || !limit) return undefined
  if (compareMoney(payment, limit.min) < 0) return 'belowMinimum'
  return compareMoney(payment, limit.max) > 0 ? 'aboveMaximum' : undefined
}

function statusOf(
  { text, value }: AmountEntry,
  violation: LimitViolation | undefined,
  quoteStatus: QuoteState['status'],
): FormStatus {
  if (text === '') return 'addAmount'
  if (value === undefined) return 'incorrectValue'
  if (violation) return violation
  if (quoteStatus === 'ready') return 'complete'
  return quoteStatus === 'failed' ? 'failed' : 'checking'
}

export function createBuyForm(ctx: Context): BuyForm {
  const context = createBuyContext(ctx)
  const providerId = signal('')
  const provider = computed(() => {
    const { providers = [] } = context.value ?? {}
    return providers.find(({ id }) => id === providerId.value) ?? providers[0]
  })
  const offer = createOffer(ctx, context, provider)
  const { selections, currency, token, limit } = createChoices(offer, context)
  const decimals = computed(() => (currency.value ? { decimals: currencyDecimals(currency.value.id) } : null))
  const amount = createAmountEntry(decimals, signal(undefined))
  const payment = computed((): OnRampMoney | undefined => {
    const [chosen, value, digits] = [currency.value, amount.entry.value.value, decimals.value]
    return chosen && digits && value !== undefined ? { currency: chosen.id, amount: value, ...digits } : undefined
  })
  const limitViolation = computed(() => violationOf(payment.value, limit.value))
  const subject = computed((): QuoteSubject | null => {
    const [buyContext, currentProvider, currentToken, paid, limits] = [
      context.value,
      provider.value,
      token.value,
      payment.value,
      limit.value,
    ]
    if (!buyContext || !currentProvider || !currentToken || !paid || !limits || limitViolation.value) return null
    return toSubject(buyContext, currentProvider, { token: currentToken, payment: paid, limit: limits })
  })
  const quotes = createQuotes(ctx, subject)
  const status = computed(() => statusOf(amount.entry.value, limitViolation.value, quotes.state.value.status))
  let appliedRouteKey: number | undefined
  const set = (name: keyof typeof selections) => (id: string) => {
    selections[name].value = id
  }
  return {
    ...{ context, offer, provider, currency, token, limit, quotes, status },
    amount: amount.entry,
    type: amount.type,
    chooseProvider(id) {
      providerId.value = id
    },
    chooseCurrency: set('currency'),
    chooseToken: set('token'),
    choosePaymentMethod: set('paymentMethod'),
    apply(params = {}, routeKey) {
      if (routeKey !== undefined && routeKey === appliedRouteKey) return
      appliedRouteKey = routeKey
      batch(() => {
        if (params.provider !== undefined) providerId.value = params.provider
        if (params.currency !== undefined) selections.currency.value = params.currency
        if (params.token !== undefined) selections.token.value = params.token
        if (params.amount !== undefined) amount.type(params.amount)
      })
    },
  }
}
