import type { Context } from '../plugins/plugin.js'

import { parse, type StandardSchema } from '../plugins/schema.js'
import { type EventToken, event, type Slot, slot } from '../plugins/token.js'
import { computed, type ReadonlySignal } from '../signals.js'
import { createTracker, type TrackedItem } from './tracker.js'

/** A week: card payments and bridges take days at worst. */
const MAX_AGE_MS = 7 * 86_400_000

/** Something bought, bridged or registered elsewhere, that ends some time after the visitor ordered it. */
export interface Order<State = unknown> {
  readonly id: string
  /** Globally unique: `@scope/package#purchase`. */
  readonly kind: string
  /** For visitors: "0.1 ETH from a card". */
  readonly title: string
  /** CAIP-2 network and address that it is for: Activity of that account lists it. */
  readonly caipNetworkId: string
  readonly address: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly status: OrderStatus
  /** The plugin's own; JSON. */
  readonly state: State
}

export type OrderStatus = 'pending' | 'completed' | 'failed'

/** Progress of an order. Fields that are absent stay as they are. */
export type OrderProgress<State> = Partial<Pick<Order<State>, 'status' | 'title' | 'state'>>

export interface OrdersOptions<State> {
  readonly kind: string
  /** Parses the stored state. */
  readonly schema: StandardSchema<State>
  /** Asks the service. A rejection is logged, and it is asked again. */
  poll(order: Order<State>, signal: AbortSignal): Promise<OrderProgress<State>>
  /** Storage key, listed in the plugin's `permissions.storage`. Default: `orders`. */
  readonly storageKey?: string
}

export interface Orders<State> {
  /** The newest first, ended ones of the last seven days included. */
  readonly all: ReadonlySignal<readonly Order<State>[]>
  /** Follows an order until it ends. One with the same id is replaced. */
  start(order: Omit<Order<State>, 'kind' | 'status' | 'createdAt'>): void
  remove(id: string): void
}

/** Orders of one kind, the newest first. */
export interface OrderList {
  readonly kind: string
  readonly orders: ReadonlySignal<readonly Order[]>
}

/** Lists of orders that Activity shows. {@link createOrders} contributes to it. */
export const orderLists: Slot<OrderList> = slot('@wallet-modal/kernel#orderLists')

/** An order has ended. Emitted once in each open tab that followed it. */
export const orderSettled: EventToken<Order> = event('@wallet-modal/kernel#orderSettled')

interface TrackedOrder<State> extends TrackedItem {
  readonly order: Order<State>
}

const toItem = <State>(order: Order<State>): TrackedOrder<State> => ({
  id: order.id,
  startedAt: order.createdAt,
  isFinal: order.status !== 'pending',
  order: Object.freeze(order),
})

const statuses: readonly unknown[] = ['pending', 'completed', 'failed'] satisfies readonly OrderStatus[]
const isStatus = (value: unknown): value is OrderStatus => statuses.includes(value)

function readOrder<State>({ kind, schema }: OrdersOptions<State>, stored: unknown): Order<State> {
  const fields: Readonly<Record<string, unknown>> = Object(stored)
  const text = (name: string): string => {
    const value = fields[name]
    if (typeof value !== 'string' || value.length > 300) throw new TypeError(`not a stored order: ${name}`)
    return value
  }
  const { createdAt, status, state } = fields
  if (!isStatus(status) || typeof createdAt !== 'number') throw new TypeError('not a stored order')
  return {
    ...{ id: text('id'), kind, title: text('title'), caipNetworkId: text('caipNetworkId'), address: text('address') },
    ...{ createdAt, status, state: parse(schema, state, 'the state of an order') },
  }
}

/**
 * Follows orders of one plugin: over page loads, polled by one tab for all with growing pauses, ended exactly once. Call it when the plugin's
 * code is loaded; orders that are stored continue at once.
 */
export function createOrders<State>(ctx: Context, options: OrdersOptions<State>): Orders<State> {
  const tracker = createTracker<TrackedOrder<State>>(ctx, {
    key: options.storageKey ?? 'orders',
    maxAgeMs: MAX_AGE_MS,
    read: (stored) => toItem(readOrder(options, stored)),
    toStored: ({ order }) => order,
    async poll(item, signal) {
      const progress = await options.poll(item.order, signal)
      return toItem({ ...item.order, ...progress })
    },
    ended: ({ order }) => ctx.emit(orderSettled, order),
  })
  const all = computed(() => Object.freeze(tracker.items.value.map(({ order }) => order)))
  ctx.add(orderLists, { kind: options.kind, orders: all })
  return {
    all,
    start: (order) => tracker.put(toItem({ ...order, kind: options.kind, status: 'pending', createdAt: Date.now() })),
    remove: tracker.remove,
  }
}
