import { balances, type Context, type OrderProgress, readWith } from '@wallet-modal/kernel'
import { fieldsOf } from '@wallet-modal/kernel/assets'
import { createOrders, type Orders, orderSettled } from '@wallet-modal/kernel/transactions'
import { onRampProviders } from './contract.js'

const KIND = '@wallet-modal/onramp#purchase'

/** Stored data of a purchase. Payment details, such as card numbers, are known to the provider only. */
export interface Purchase {
  /** Id of the provider. */
  readonly provider: string
  readonly providerName: string
  /** Estimated amount of the token, in whole units with its symbol: `0.033 ETH`. */
  readonly bought: string
}

const purchase = readWith((value): Purchase => {
  const { provider, providerName, bought } = fieldsOf(value)
  const isText = (one: unknown): one is string => typeof one === 'string' && one.length <= 200
  if (!isText(provider) || !isText(providerName) || !isText(bought)) throw new TypeError('not a stored purchase')
  return { provider, providerName, bought }
})

const purchasesByContext = new WeakMap<Context, Orders<Purchase>>()

/** Purchases started in this modal. The first call starts to track the stored purchases. */
export function purchasesOf(ctx: Context): Orders<Purchase> {
  const purchases = purchasesByContext.get(ctx) ?? create(ctx)
  purchasesByContext.set(ctx, purchases)
  return purchases
}

function create(ctx: Context): Orders<Purchase> {
  const providers = ctx.all(onRampProviders)
  ctx.on(orderSettled, ({ kind, status }) => {
    if (kind !== KIND) return
    if (status === 'completed') void ctx.maybe(balances)?.refresh({ force: true })
  })
  return createOrders(ctx, {
    kind: KIND,
    schema: purchase,
    async poll({ id, caipNetworkId, address, state }, signal): Promise<OrderProgress<Purchase>> {
      const provider = providers.peek().find((one) => one.id === state.provider)
      if (!provider) throw new Error(`There is no provider "${state.provider}".`)
      return { status: await provider.status({ id, network: caipNetworkId, account: address }, signal) }
    },
  })
}
