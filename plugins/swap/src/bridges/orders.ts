import {
  balances,
  type Context,
  type OrderProgress,
  type OrderStatus,
  readWith,
  type SentTransaction,
  transactionSeen,
  transactionSettled,
} from '@wallet-modal/kernel'
import { fieldsOf } from '@wallet-modal/kernel/assets'
import { createOrders, MAX_TRACE, type Orders, orderSettled } from '@wallet-modal/kernel/transactions'
import { type BridgeOutcome, swapSources } from '../contract.js'

const KIND = '@wallet-modal/swap#bridge'

/**
 * Outcome that the source reports, or that of the transaction on the sending network. `reverted`: it failed. `replaced`: another transaction with the
 * same nonce was included; the source knows only the stored hash, and cannot report the outcome of the other one.
 */
type OrderOutcome = BridgeOutcome | 'replaced' | 'reverted'

/** Data stored with a swap to another network. */
export interface Bridge {
  /** Name of the source that reports the outcome. */
  readonly source: string
  /** Hash of the transaction on the sending network. Absent until the wallet of a smart account reports it. */
  readonly hash?: string
  /** See `Submission.trace`. Identifies the transaction while it has no hash. */
  readonly trace?: string
  /** CAIP-19 id of the token to receive. */
  readonly receive: string
  /** Name of the network on which the tokens are received. */
  readonly networkName: string
  /** Amount paid, with its symbol: `1 ETH`. */
  readonly paid: string
  /** Quoted output amount, with its symbol: `2990.5 USDC`. */
  readonly received: string
  /** Estimated time until the tokens arrive, in seconds. */
  readonly estimatedSeconds: number | undefined
  readonly outcome: OrderOutcome
}

const outcomes: readonly unknown[] = [
  'pending',
  'arrived',
  'otherToken',
  'refunded',
  'failed',
  'replaced',
  'reverted',
] satisfies readonly OrderOutcome[]
const isOutcome = (value: unknown): value is OrderOutcome => outcomes.includes(value)

const bridge = readWith((value): Bridge => {
  const fields = fieldsOf(value)
  const text = (name: string, maxLength = 300): string => {
    const one = fields[name]
    if (typeof one !== 'string' || one.length > maxLength) throw new TypeError(`not a stored swap: ${name}`)
    return one
  }
  const { estimatedSeconds, outcome, hash, trace } = fields
  if (!isOutcome(outcome)) throw new TypeError('not a stored swap: outcome')
  return {
    ...{ source: text('source'), receive: text('receive'), networkName: text('networkName') },
    ...(hash !== undefined && { hash: text('hash') }),
    ...(trace !== undefined && { trace: text('trace', MAX_TRACE) }),
    ...{ paid: text('paid'), received: text('received'), outcome },
    estimatedSeconds: typeof estimatedSeconds === 'number' ? estimatedSeconds : undefined,
  }
})

const statuses: Readonly<Record<OrderOutcome, OrderStatus>> = {
  ...{ pending: 'pending', arrived: 'completed', otherToken: 'completed' },
  ...{ refunded: 'failed', failed: 'failed', replaced: 'failed', reverted: 'failed' },
}

const bridgesByContext = new WeakMap<Context, Orders<Bridge>>()

/** Tracked swaps to other networks. */
export function bridgesOf(ctx: Context): Orders<Bridge> {
  const bridges = bridgesByContext.get(ctx) ?? createBridgeOrders(ctx)
  bridgesByContext.set(ctx, bridges)
  return bridges
}

type Sender = Pick<SentTransaction, 'caipNetworkId' | 'address'>

const isSameAccount = (one: Sender, other: Sender): boolean =>
  one.address === other.address && one.caipNetworkId === other.caipNetworkId

/** Two accounts can have batches with the same id. */
const keyOf = ({ caipNetworkId, address }: Sender, id: string): string => `${caipNetworkId}/${address}/${id}`

function createBridgeOrders(ctx: Context): Orders<Bridge> {
  const sources = ctx.all(swapSources)
  ctx.on(orderSettled, ({ kind, id }) => {
    if (kind !== KIND) return
    const receive = orders.all
      .peek()
      .find((one) => one.id === id)
      ?.state.receive.split('/', 1)[0]
    const network = ctx.networks.peek().find(({ caipNetworkId }) => caipNetworkId === receive)
    const source = ctx.maybe(balances)
    void source?.refresh({ force: true })
    if (network) void source?.refresh({ force: true, network })
  })
  /** Outcomes of transactions that were replaced or failed on the sending network. The key contains network, account, and hash or trace. */
  const outcomesOnSender = new Map<string, OrderOutcome>()
  const setHash = ({ hash, replacementHash = hash, trace, ...sent }: SentTransaction): void => {
    if (hash === undefined || replacementHash === undefined) return
    const order = orders.all
      .peek()
      .find(({ state, ...one }) =>
        state.hash === undefined
          ? trace !== undefined && state.trace === trace && isSameAccount(one, sent)
          : state.hash === hash && replacementHash !== hash && isSameAccount(one, sent),
      )
    if (order) orders.update(order.id, { ...order.state, hash: replacementHash })
  }
  ctx.on(transactionSettled, ({ status, ...sent }) => {
    const outcome = status === 'replaced' ? 'replaced' : status === 'failed' ? 'reverted' : undefined
    if (outcome)
      for (const id of [sent.hash, sent.replacementHash, sent.trace])
        if (id !== undefined) outcomesOnSender.set(keyOf(sent, id), outcome)
    setHash(sent)
  })
  ctx.on(transactionSeen, setHash)
  const orders = createOrders(ctx, {
    kind: KIND,
    schema: bridge,
    async poll({ caipNetworkId, address, state }, signal): Promise<OrderProgress<Bridge>> {
      const { hash, trace = '', receive } = state
      const progress = (outcome: OrderOutcome) => ({ status: statuses[outcome], state: { ...state, outcome } })
      const outcomeOnSender = outcomesOnSender.get(keyOf({ caipNetworkId, address }, hash ?? trace))
      if (outcomeOnSender) return progress(outcomeOnSender)
      if (hash === undefined) return {}
      const source = sources.peek().find(({ name }) => name === state.source)
      if (!source?.bridgeOutcome) throw new Error(`There is no swap source "${state.source}" with "bridgeOutcome".`)
      return progress(await source.bridgeOutcome({ hash, from: caipNetworkId, receive }, signal))
    },
  })
  return orders
}
