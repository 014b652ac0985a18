import { defineOptions, definePlugin, endpoints, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

const options = defineOptions({
  /** Base URL of the shop. */
  url: textLike(/^https?:\/\/[^\s?#]+$/, 'an http(s) URL'),
})
export type OrderOptions = OptionsOfSchema<typeof options>

/** Return value of `modal.use(order)`. */
export interface OrderApi {
  /** Tracks an order of the shop for the connected account until it is delivered. */
  follow(id: string, title: string): Promise<void>
}

/** Gift cards that are ordered in the modal and delivered later. */
export const order = definePlugin<OrderOptions, OrderApi>({
  name: 'wallet-modal-plugin-order',
  kernel: '^0.1',
  options,
  permissions: {
    api: ['shop:/orders/*'],
    origins: { connect: ['https://shop.example'] },
    storage: ['orders'],
  },
  setup(ctx, { url = 'https://shop.example' }) {
    ctx.add(endpoints, { service: 'shop', url })
    const load = async () => (await import('./orders.js')).ordersOf(ctx)
    // stored orders resume once a wallet is connected
    ctx.effect(() => void (ctx.connections.active.value && load().catch(ctx.log.warn)))
    return {
      async follow(id, title) {
        const active = ctx.connections.active.peek()
        if (!active) return
        const { caipNetworkId, account } = active
        const orders = await load()
        orders.start({ id, title, caipNetworkId, address: account.address, state: { requests: 0 } })
      },
    }
  },
})
