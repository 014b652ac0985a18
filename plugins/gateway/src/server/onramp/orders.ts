import { isSameAddress } from '@wallet-modal/kernel/assets'
import * as v from 'valibot'
import { invalid, RequestError } from '../http.js'
import type { Store } from '../store.js'
import type { OnRampPurchase, OnRampPurchaseRequest } from './source.js'

/** Time for which orders and reserved ids are stored. */
const LIFETIME_MS = 30 * 86_400_000
/** Minimum interval between two queries of an order at the provider. */
const CHECK_INTERVAL_MS = 4_000
/** Time in which a buyer whose payment was declined may pay again in the same checkout. */
const RETRY_MS = 10 * 60_000
/** Amount of an order until the provider reports the received amount. */
const NO_AMOUNT = '0'
const orderSchema = v.object({
  ...{ id: v.string(), caipNetworkId: v.string(), address: v.string() },
  token: v.object({ name: v.string(), symbol: v.string(), iconUrl: v.optional(v.string()) }),
  /** Received amount of the token, as a decimal number: `0.25`. */
  amount: v.string(),
  /** Time at which the session was created, in milliseconds since 1970. */
  at: v.number(),
  /** Time of the last query at the provider, in milliseconds since 1970; 0 before the first query. */
  checkedAt: v.number(),
  status: v.picklist(['unpaid', 'pending', 'confirmed', 'failed']),
  hash: v.optional(v.string()),
  /** Time at which the gateway first saw that the payment had failed, in milliseconds since 1970. */
  failedAt: v.optional(v.number()),
})

/** Checkout session created by this gateway, with the known state of its payment. */
export type OnRampOrder = v.InferOutput<typeof orderSchema>
/** A provider's report on the payment of an order. */
export type OnRampPayment = Pick<OnRampOrder, 'status'> & Partial<Pick<OnRampOrder, 'hash' | 'amount'>>
export type NewOrder = Omit<OnRampOrder, 'at' | 'checkedAt' | 'status' | 'hash' | 'amount' | 'failedAt'>

export interface OnRampOrders {
  /** Reserves the id of an order. Throws `CONFLICT` if the id is already reserved. */
  reserve(id: string): Promise<void>
  /** Stores a new order. */
  add(order: NewOrder): Promise<void>
  /**
   * Purchase of an order. `undefined` if no order has this id, address and network, or if no payment has started. After a declined payment, the buyer
   * may pay again in the same checkout for `retryMs`. The result is `undefined` during this time, and a failed purchase afterwards.
   */
  purchase(request: OnRampPurchaseRequest): Promise<OnRampPurchase | undefined>
}

interface OrdersDependencies {
  readonly store: Store
  readonly provider: string
  /** Time in which a buyer may pay again after a declined payment. Default: 10 minutes. */
  readonly retryMs?: number | undefined
  /** Queries the provider for the payment of an order. */
  payment(order: OnRampOrder): Promise<OnRampPayment>
}

/**
 * Orders of one provider. Access requires the random id, because addresses are public. The receiving address is stored when the session is created;
 * later requests cannot change it.
 */
export function onRampOrders({ store, provider, retryMs = RETRY_MS, payment }: OrdersDependencies): OnRampOrders {
  const keyOf = (id: string): string => `onramp:order:${provider}:${id}`
  const refresh = async (order: OnRampOrder): Promise<OnRampOrder> => {
    if (order.status === 'confirmed' || Date.now() - order.checkedAt < CHECK_INTERVAL_MS) return order
    const next = withPayment(order, await payment(order))
    await store.set(keyOf(order.id), next, { lifetimeMs: LIFETIME_MS })
    return next
  }
  return {
    async reserve(id) {
      const change = (before: unknown): boolean => {
        if (before === undefined) return true
        throw new RequestError('CONFLICT', 'A session with this "partnerUserId" already exists.')
      }
      await store.update(`onramp:id:${provider}:${id}`, change, { lifetimeMs: LIFETIME_MS })
    },
    async add(order) {
      const newOrder: OnRampOrder = { ...order, amount: NO_AMOUNT, at: Date.now(), checkedAt: 0, status: 'unpaid' }
      await store.set(keyOf(order.id), newOrder, { lifetimeMs: LIFETIME_MS })
    },
    async purchase({ id, address, caipNetworkId }) {
      const { success, output: order } = v.safeParse(orderSchema, await store.get(keyOf(id)))
      if (!success || !isSameAddress(order.address, address)) return undefined
      if (caipNetworkId !== undefined && caipNetworkId !== order.caipNetworkId) return undefined
      const current = await refresh(order)
      const { status, failedAt = 0 } = current
      const mayPayAgain = status === 'failed' && Date.now() - failedAt < retryMs
      return status === 'unpaid' || mayPayAgain ? undefined : toPurchase(current, status)
    },
  }
}

/** Updates an order with the payment that the provider reports. Drops the hash and the amount of an earlier payment. */
function withPayment({ failedAt = Date.now(), hash, ...order }: OnRampOrder, payment: OnRampPayment): OnRampOrder {
  const next = { ...order, amount: NO_AMOUNT, ...payment, checkedAt: Date.now() }
  return { ...next, ...(payment.status === 'failed' && { failedAt }) }
}

/** Payment statuses, from the lowest rank to the highest. */
const ranks: readonly OnRampPayment['status'][] = ['failed', 'unpaid', 'pending', 'confirmed']

/** Of several payments for one order, returns the one whose status has the highest rank. Without payments, returns the status `unpaid`. */
export function mostAdvanced(payments: readonly OnRampPayment[]): OnRampPayment {
  const [first] = payments.toSorted((a, b) => ranks.indexOf(b.status) - ranks.indexOf(a.status))
  return first ?? { status: 'unpaid' }
}

function toPurchase(
  { checkedAt, failedAt, hash, token, ...order }: OnRampOrder,
  status: OnRampPurchase['status'],
): OnRampPurchase {
  const { iconUrl, ...named } = token
  return { ...order, status, ...(hash && { hash }), token: { ...named, ...(iconUrl && { iconUrl }) } }
}

/** CAIP-2 id of a provider's network; `undefined` if the network is neither Solana nor an EVM network. */
export const toCaipNetworkId = (name: string, chainId: string): string | undefined => {
  if (/^(sol|solana)$/i.test(name)) return 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  return /^[1-9]\d{0,15}$/.test(chainId) ? `eip155:${chainId}` : undefined
}

/** Throws `INVALID_REQUEST` if the address is not valid on the chain. */
export function checkAddress(address: string, caipNetworkId: string): void {
  const form = caipNetworkId.startsWith('eip155:') ? /^0x[\da-f]{40}$/i : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
  if (!form.test(address)) throw invalid('The address is not valid on this network.')
}
