import { type Context, type OrderProgress, readWith } from '@wallet-modal/kernel'
import { createOrders, type Orders } from '@wallet-modal/kernel/transactions'

interface GiftCard {
  /** Number of requests to the shop. */
  readonly requests: number
}

const giftCard = readWith((value): GiftCard => {
  const { requests }: { readonly requests?: unknown } = Object(value)
  if (typeof requests !== 'number') throw new Error('is no gift card')
  return { requests }
})
const reply = readWith((value): string => String(Object(value).state))

const ordersByContext = new WeakMap<Context, Orders<GiftCard>>()

/** Tracker of a modal's orders, created once. */
export function ordersOf(ctx: Context): Orders<GiftCard> {
  const orders = ordersByContext.get(ctx) ?? create(ctx)
  ordersByContext.set(ctx, orders)
  return orders
}

const create = (ctx: Context): Orders<GiftCard> =>
  createOrders(ctx, {
    kind: 'wallet-modal-plugin-order#giftCard',
    schema: giftCard,
    async poll({ id, state }, signal): Promise<OrderProgress<GiftCard>> {
      const now = await ctx.api.service('shop').get(`/orders/${id}`, { schema: reply, signal })
      const polled = { state: { requests: state.requests + 1 } }
      if (now === 'delivered') return { ...polled, status: 'completed' }
      return now === 'sold out' ? { ...polled, status: 'failed' } : polled
    },
  })
