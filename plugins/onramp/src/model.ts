import { type Context, computed, type Order, openingViews, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { displayAmount, groupDigits } from '@wallet-modal/kernel/assets'
import { orderSettled } from '@wallet-modal/kernel/transactions'
import { type Checkout, createCheckout, type ReadyCheckout } from './checkout.js'
import { BuyInProgress, OnRampReview } from './contract.js'
import { type BuyForm, createBuyForm } from './form.js'
import { isolate } from './money.js'
import { type Purchase, purchasesOf } from './purchases.js'

/** Maximum fraction digits of a token amount in a sentence. */
const PLACES = 6

export interface OnRampModel {
  readonly form: BuyForm
  readonly checkout: Checkout
  /** Purchases of the active account and network, newest first. */
  readonly networkPurchases: ReadonlySignal<readonly Order<Purchase>[]>
  /** Purchases of the active account on all networks, newest first. */
  readonly accountPurchases: ReadonlySignal<readonly Order<Purchase>[]>
  /** Whether the browser blocked the checkout window. */
  readonly isBlocked: ReadonlySignal<boolean>
  /** URL of the catalogue's image of a currency (by ISO 4217 code) or token (by symbol). `undefined` if the id does not match `[-\w.]+`. */
  picture(kind: 'Currency' | 'Token', id: string): string | undefined
  /** Opens the review if the form is complete. Displays a toast if the amount is not a number. */
  review(): void
  /**
   * Opens the provider's checkout. Must be called in the click handler, because browsers block windows that open later. If the quote or the checkout
   * session is too old, only requests a new quote or session.
   */
  pay(): void
  /** Stops tracking a purchase that the visitor abandoned. */
  stopTracking(id: string): void
}

/** Opens the page of a checkout session. Returns `false` if the browser blocked the window, and `undefined` after an error. */
function openPage({ log }: Context, checkout: Checkout, { provider, url }: ReadyCheckout): boolean | undefined {
  try {
    return provider.open(url)
  } catch (error) {
    log.warn('the checkout page could not be opened', error)
    checkout.fail(error)
    return undefined
  }
}

export function createOnRampModel(ctx: Context): OnRampModel {
  const form = createBuyForm(ctx)
  const checkout = createCheckout(ctx, form.quotes)
  const orders = purchasesOf(ctx)
  const isBlocked = signal(false)
  const openingViewsSlot = ctx.all(openingViews)
  const catalogue = ctx.api.service('catalogue')

  const accountPurchases = computed(() => {
    const address = ctx.connections.active.value?.account.address
    return orders.all.value.filter((order) => order.address === address)
  })
  ctx.on(orderSettled, ({ id, status }) => {
    const order = orders.all.peek().find((one) => one.id === id)
    if (!order) return
    const values = { bought: isolate(order.state.bought) }
    if (status === 'completed') ctx.toast.success(() => ctx.t('toast.delivered', values))
    else ctx.toast.error(() => ctx.t('toast.failed', values))
  })
  const trackPurchase = ({ provider, request }: ReadyCheckout): void => {
    const { id, network, account, token, quote } = request
    const bought = `${groupDigits(displayAmount(quote.purchase.amount, quote.purchase.decimals, PLACES))} ${token.symbol}`
    const title = ctx.t('order.title', { bought, provider: provider.name })
    const state = { provider: provider.id, providerName: provider.name, bought }
    orders.start({ id, title, caipNetworkId: network.caipNetworkId, address: account, state })
    const startView = openingViewsSlot.peek().find((one) => one.when())?.view
    if (startView) {
      void ctx.router.reset(startView)
      void ctx.router.push(BuyInProgress, { id })
    } else void ctx.router.replace(BuyInProgress, { id })
  }
  return {
    ...{ form, checkout, isBlocked },
    accountPurchases,
    networkPurchases: computed(() => {
      const caipNetworkId = ctx.connections.active.value?.caipNetworkId
      return accountPurchases.value.filter((order) => order.caipNetworkId === caipNetworkId)
    }),
    picture: (kind, id) => (/^[-\w.]+$/.test(id) ? catalogue.url(`/public/get${kind}Image/${id}`) : undefined),
    review() {
      const status = form.status.peek()
      isBlocked.value = false
      if (status === 'complete') void ctx.router.push(OnRampReview)
      else if (status === 'incorrectValue') ctx.toast.error(() => ctx.t('error.incorrectValue'))
    },
    pay() {
      const discarded = [form.quotes.discardOld(), checkout.discardOld()]
      if (discarded.includes(true)) return
      const state = checkout.state.peek()
      if (state.status !== 'ready') return
      const isOpen = openPage(ctx, checkout, state.checkout)
      isBlocked.value = isOpen === false
      if (!isOpen) return
      trackPurchase(state.checkout)
      form.type('')
      checkout.clear()
    },
    stopTracking: orders.remove,
  }
}
