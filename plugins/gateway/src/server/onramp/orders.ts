import * as v from 'valibot'
import { invalid, RequestError } from '../http.js'
import type { OnRampPurchase } from '../onramp.js'
import type { Store } from '../store.js'

const LIFETIME_MS = 30 * 86_400_000
/** A provider is asked about an order at most this often. */
const FRESH_MS = 4_000
/** Orders of an address that are read, newest first. */
const MAX_ORDERS = 500
/** The provider is asked about this many open orders. The limit does not apply to paid ones, because anybody can start sessions for an address. */
const MAX_ASKED = 20

const orderSchema = v.object({
  ...{ id: v.string(), caipNetworkId: v.string(), address: v.string() },
  token: v.object({ name: v.string(), symbol: v.string(), iconUrl: v.optional(v.string()) }),
  ...{ amount: v.string(), at: v.number(), checkedAt: v.number() },
  status: v.picklist(['unpaid', 'pending', 'confirmed', 'failed']),
  hash: v.optional(v.string()),
})

/** A checkout session that was started here, and what is known of its payment. */
export type OnRampOrder = v.InferOutput<typeof orderSchema>
/** What a provider tells about the payment of an order. */
export type OnRampPayment = Pick<OnRampOrder, 'status'> & Partial<Pick<OnRampOrder, 'hash' | 'amount'>>
export type NewOrder = Omit<OnRampOrder, 'at' | 'checkedAt' | 'status' | 'hash' | 'amount'>

export interface OnRampOrders {
  /** Takes the id of an order, once. Throws `CONFLICT`. */
  reserve(id: string): Promise<void>
  add(order: NewOrder): Promise<void>
  /** Orders of an address that were paid or failed, newest first, with their present state. */
  purchases(address: string, caipNetworkId: string | undefined): Promise<readonly OnRampPurchase[]>
}

interface KeptOrder {
  readonly key: string
  readonly order: OnRampOrder
}

const isOpen = ({ order: { status } }: KeptOrder): boolean => status === 'unpaid' || status === 'pending'

interface OrderParts {
  readonly store: Store
  readonly provider: string
  /** Asks the provider about an order of this store. */
  payment(order: OnRampOrder): Promise<OnRampPayment>
}

/** Orders of one provider. The receiving address is stored when the session is created; later requests cannot change it. */
export function onRampOrders({ store, provider, payment }: OrderParts): OnRampOrders {
  const prefix = (address: string) => `onramp:order:${provider}:${spelling(address)}:`
  const read = async (key: string): Promise<readonly KeptOrder[]> => {
    const { success, output } = v.safeParse(orderSchema, await store.get(key))
    return success ? [{ key, order: output }] : []
  }
  const settle = async ({ key, order }: KeptOrder): Promise<OnRampOrder> => {
    if (Date.now() - order.checkedAt < FRESH_MS) return order
    const next = { ...order, ...(await payment(order)), checkedAt: Date.now() }
    await store.set(key, next, { lifetimeMs: LIFETIME_MS })
    return next
  }
  return {
    async reserve(id) {
      const change = (before: unknown): boolean => {
        if (before === undefined) return true
        throw new RequestError('CONFLICT', 'There is a session with this partnerUserId already.')
      }
      await store.update(`onramp:id:${provider}:${id}`, change, { lifetimeMs: LIFETIME_MS })
    },
    async add(order) {
      const at = Date.now()
      const key = `${prefix(order.address)}${String(at).padStart(15, '0')}:${order.id}`
      const fresh: OnRampOrder = { ...order, amount: '0', at, checkedAt: 0, status: 'unpaid' }
      await store.set(key, fresh, { lifetimeMs: LIFETIME_MS })
    },
    async purchases(address, caipNetworkId) {
      const keys = [...(await store.keys(prefix(address)))].reverse().slice(0, MAX_ORDERS)
      const kept = (await Promise.all(keys.map(read))).flat()
      const [open, ended] = [kept.filter(isOpen), kept.filter((one) => !isOpen(one))]
      const asked = await Promise.allSettled(open.slice(0, MAX_ASKED).map(settle))
      const answered = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const orders = [...answered, ...ended.map(({ order }) => order)].sort((a, b) => b.at - a.at)
      const failure = asked.find((one) => one.status === 'rejected')
      if (failure && orders.length === 0) throw failure.reason // else what is known is told
      return orders.filter((one) => caipNetworkId === undefined || one.caipNetworkId === caipNetworkId).flatMap(listed)
    },
  }
}

function listed({ checkedAt, status, hash, token, ...order }: OnRampOrder): readonly OnRampPurchase[] {
  if (status === 'unpaid') return []
  const { iconUrl, ...named } = token
  return [{ ...order, status, ...(hash && { hash }), token: { ...named, ...(iconUrl && { iconUrl }) } }]
}

/** EVM addresses are told in several spellings. */
const spelling = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address)

export const isSameAddress = (a: string, b: string): boolean => spelling(a) === spelling(b)

/** The CAIP-2 id of what a provider calls a network, or `undefined`. */
export const chainOf = (name: string, chainId: string): string | undefined => {
  if (/^(sol|solana)$/i.test(name)) return 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  return /^[1-9]\d{0,15}$/.test(chainId) ? `eip155:${chainId}` : undefined
}

/** Throws `INVALID_REQUEST` where the address is none of the chain. */
export function checkAddress(address: string, caipNetworkId: string): void {
  const form = caipNetworkId.startsWith('eip155:') ? /^0x[\da-f]{40}$/i : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
  if (!form.test(address)) throw invalid('The address is none of this network.')
}
