import {
  balances,
  type Context,
  type Order,
  type OrderProgress,
  type SentTransaction,
  transactionSeen,
  transactionSettled,
} from '@wallet-modal/kernel'
import { createOrders, type Orders, orderSettled } from '@wallet-modal/kernel/transactions'
import { swapSources } from '../contract.js'
import { type Bridge, bridge, KIND, type OrderOutcome, statuses } from './bridge.js'
import { createSenderOutcomes } from './sender-outcomes.js'

const bridgesByContext = new WeakMap<Context, Orders<Bridge>>()

/** Tracked swaps to other networks. */
export function bridgesOf(ctx: Context): Orders<Bridge> {
  const bridges = bridgesByContext.get(ctx) ?? createBridgeOrders(ctx)
  bridgesByContext.set(ctx, bridges)
  return bridges
}

/** Whether an order tracks this transaction. Compares the account too, because two accounts can have batches with the same trace. */
function isOrderOf({ caipNetworkId, address, state }: Order<Bridge>, sent: SentTransaction): boolean {
  if (address !== sent.address || caipNetworkId !== sent.caipNetworkId) return false
  if (state.hash !== undefined) return state.hash === sent.hash || state.hash === sent.replacementHash
  return state.trace !== undefined && state.trace === sent.trace
}

/** Stores a transaction's hash and nonce in its order. Stores `outcome` if the transaction did not succeed. */
function storeProgress(
  orders: Orders<Bridge>,
  sent: SentTransaction,
  outcome: Extract<OrderOutcome, 'replaced' | 'reverted'> | undefined,
): void {
  const { hash: sentHash, replacementHash: hash = sentHash, nonce } = sent
  const order = orders.all.peek().find((one) => one.status === 'pending' && isOrderOf(one, sent))
  if (!order) return
  const { state } = order
  const next = {
    ...state,
    ...(hash !== undefined && { hash }),
    ...(nonce !== undefined && { nonce: String(nonce) }),
    ...(outcome !== undefined && { outcome }),
  }
  if (next.hash !== state.hash || next.nonce !== state.nonce || next.outcome !== state.outcome)
    orders.update(order.id, next)
}

function createBridgeOrders(ctx: Context): Orders<Bridge> {
  const sources = ctx.all(swapSources)
  const senderOutcomes = createSenderOutcomes(ctx)
  ctx.on(orderSettled, ({ kind, id }) => {
    if (kind !== KIND) return
    const receiveNetworkId = orders.all
      .peek()
      .find((one) => one.id === id)
      ?.state.receive.split('/', 1)[0]
    const network = ctx.networks.peek().find(({ caipNetworkId }) => caipNetworkId === receiveNetworkId)
    const accountBalances = ctx.maybe(balances)
    void accountBalances?.refresh({ force: true })
    if (network) void accountBalances?.refresh({ force: true, network })
  })
  ctx.on(transactionSeen, (sent) => storeProgress(orders, sent, undefined))
  // the outcome is stored at once, because the page may be closed before the order is polled again
  ctx.on(transactionSettled, ({ status, ...sent }) =>
    storeProgress(orders, sent, status === 'replaced' ? 'replaced' : status === 'failed' ? 'reverted' : undefined),
  )
  const orders = createOrders(ctx, {
    kind: KIND,
    schema: bridge,
    async poll(order, signal): Promise<OrderProgress<Bridge>> {
      const { caipNetworkId, state } = order
      const { hash, receive } = state
      const progress = (outcome: OrderOutcome) => ({ status: statuses[outcome], state: { ...state, outcome } })
      if (state.outcome !== 'pending') return progress(state.outcome)
      if (hash === undefined) return {}
      const senderOutcome = senderOutcomes.read(order, signal)
      try {
        const source = sources.peek().find(({ name }) => name === state.source)
        if (!source?.bridgeOutcome) throw new Error(`There is no swap source "${state.source}" with "bridgeOutcome".`)
        const outcome = await source.bridgeOutcome({ hash, from: caipNetworkId, receive }, signal)
        return progress(outcome === 'pending' ? ((await senderOutcome) ?? outcome) : outcome)
      } catch (error) {
        const outcome = await senderOutcome
        if (outcome) return progress(outcome)
        throw error
      }
    },
  })
  return orders
}
