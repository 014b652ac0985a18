import type { Context } from '../../plugins/plugin.js'
import { parse, type StandardSchema } from '../../plugins/schema.js'
import { type EventToken, event, type Slot, slot } from '../../plugins/token.js'
import { computed, type ReadonlySignal } from '../../signals.js'
import { MAX_TRACE } from '../sent-transaction.js'
import type { TrackedItem } from './tracked-item.js'
import { createTracker } from './tracker.js'

/** Time for which an order is stored: one week, because card payments and bridges take some days at most. */
const MAX_AGE_MS = 7 * 86_400_000
/** Maximum length of the texts of a stored order. */
const MAX_TEXT = 300

/** Purchase, bridge transfer or registration that completes some time after the visitor requested it. */
export interface Order<State = unknown> {
  /** Up to {@link MAX_TRACE} characters. */
  readonly id: string
  /** Globally unique: `@scope/package#purchase`. */
  readonly kind: string
  /** Text for visitors, such as "0.1 ETH from a card". Cut to 300 characters. */
  readonly title: string
  /** CAIP-2 id of the account's network. */
  readonly caipNetworkId: string
  /** Account whose Activity view lists the order. */
  readonly address: string
  /** Milliseconds since 1970 when the order was started, or was last changed by {@link Orders.update}. */
  readonly createdAt: number
  readonly status: OrderStatus
  /** Data of the plugin. It must be a JSON value. */
  readonly state: State
}

export type OrderStatus = 'pending' | 'completed' | 'failed'

/** Progress of an order. Absent fields stay unchanged. */
export type OrderProgress<State> = Partial<Pick<Order<State>, 'status' | 'title' | 'state'>>

export interface OrdersOptions<State> {
  readonly kind: string
  /** Parses the stored `state` of an order. */
  readonly schema: StandardSchema<State>
  /** Queries the service. If it rejects, the error is logged and the query is repeated later. */
  poll(order: Order<State>, signal: AbortSignal): Promise<OrderProgress<State>>
  /** Storage key, which must be in the plugin's `permissions.storage`. Default: `orders`. */
  readonly storageKey?: string
}

export interface Orders<State> {
  /** Orders of the last seven days, newest first, including completed and failed orders. */
  readonly all: ReadonlySignal<readonly Order<State>[]>
  /** Tracks an order until it is completed or has failed. Replaces an order with the same id. */
  start(order: Omit<Order<State>, 'kind' | 'status' | 'createdAt'>): void
  /** Changes the state of a pending order, and restarts its time limit of seven days. */
  update(id: string, state: State): void
  remove(id: string): void
}

/** Orders of one kind, newest first. */
export interface OrderList {
  readonly kind: string
  readonly orders: ReadonlySignal<readonly Order[]>
}

/** Lists of orders, such as purchases, for the Activity view. {@link createOrders} adds a list. */
export const orderLists: Slot<OrderList> = slot('@wallet-modal/kernel#orderLists')

/** An order, such as a purchase, is completed or has failed. Emitted once in each open tab that tracked the order. */
export const orderSettled: EventToken<Order> = event('@wallet-modal/kernel#orderSettled')

interface TrackedOrder<State> extends TrackedItem {
  readonly order: Order<State>
}

const toItem = <State>(order: Order<State>): TrackedOrder<State> => ({
  id: order.id,
  startedAt: order.createdAt,
  isFinal: order.status !== 'pending',
  order: Object.freeze({ ...order, title: order.title.slice(0, MAX_TEXT) }),
})

const statuses: readonly unknown[] = ['pending', 'completed', 'failed'] satisfies readonly OrderStatus[]
const isStatus = (value: unknown): value is OrderStatus => statuses.includes(value)

function readOrder<State>({ kind, schema }: OrdersOptions<State>, stored: unknown): Order<State> {
  const fields: Readonly<Record<string, unknown>> = Object(stored)
  const text = (name: string, maxLength = MAX_TEXT): string => {
    const value = fields[name]
    if (typeof value !== 'string' || value.length > maxLength) throw new TypeError(`not a stored order: ${name}`)
    return value
  }
  const { createdAt, status, state } = fields
  if (!isStatus(status) || typeof createdAt !== 'number') throw new TypeError('not a stored order')
  return {
    ...{
      id: text('id', MAX_TRACE),
      kind,
      title: text('title'),
      caipNetworkId: text('caipNetworkId'),
      address: text('address'),
    },
    ...{ createdAt, status, state: parse(schema, state, 'the state of an order') },
  }
}

/**
 * Tracks orders of one kind across page loads. One tab polls for all tabs, at increasing intervals. Call `createOrders` when the plugin's code is
 * loaded: it resumes the tracking of stored orders.
 */
export function createOrders<State>(ctx: Context, options: OrdersOptions<State>): Orders<State> {
  const tracker = createTracker<TrackedOrder<State>>(ctx, {
    key: options.storageKey ?? 'orders',
    maxAgeMs: () => MAX_AGE_MS,
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
    update: (id, state) => tracker.update(id, ({ order }) => toItem({ ...order, state, createdAt: Date.now() })),
    remove: tracker.remove,
  }
}
