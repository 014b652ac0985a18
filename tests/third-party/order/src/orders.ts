import { type Context, type OrderProgress, readWith } from '@wallet-modal/kernel'
import { createOrders, type Orders } from '@wallet-modal/kernel/transactions'

interface GiftCard {
  /** Number of requests to the shop. */
  readonly looks: number
}

const giftCard = readWith((value): GiftCard => {
  const { looks }: { readonly looks?: unknown } = Object(value)
  if (typeof looks !== 'number') throw new Error('is no gift card')
  return { looks }
})
const reply = readWith((value): string => String(Object(value).state))

const made = new WeakMap<Context, Orders<GiftCard>>()

/** The orders of a modal. */
export function ordersOf(ctx: Context): Orders<GiftCard> {
  const orders = made.get(ctx) ?? create(ctx)
  made.set(ctx, orders)
  return orders
}

const create = (ctx: Context): Orders<GiftCard> =>
  createOrders(ctx, {
    kind: 'wallet-modal-plugin-order#giftCard',
    schema: giftCard,
    async poll({ id, state }, signal): Promise<OrderProgress<GiftCard>> {
      const now = await ctx.api.service('shop').get(`/orders/${id}`, { schema: reply, signal })
      const looked = { state: { looks: state.looks + 1 } }
      if (now === 'delivered') return { ...looked, status: 'completed' }
      return now === 'sold out' ? { ...looked, status: 'failed' } : looked
    },
  })
