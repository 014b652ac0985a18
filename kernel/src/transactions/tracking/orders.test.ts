// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import { definePlugin } from '../../plugins/plugin.js'
import { readWith } from '../../plugins/schema.js'
import { createOrders, type OrderProgress, orderSettled } from './orders.js'
import { MIN_PAUSE_MS } from './polling.js'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const host = definePlugin({
  name: 'host',
  kernel: '^0.1',
  permissions: { storage: ['orders'] },
  setup: (ctx) => ctx,
})
const order = { id: 'one', title: '0.1 ETH', caipNetworkId: 'fake:1', address: 'fake-1', state: { step: 1 } }

/** A page that tracks orders of a service that the test controls. */
function open() {
  const modal = createWalletModal({ plugins: [host()], prefetch: 'never', logLevel: 'silent' })
  const ctx = modal.use(host)
  if (!ctx) throw new Error('There is no context.')
  const page = {
    polls: 0,
    reply: async (): Promise<OrderProgress<{ readonly step: number }>> => ({}),
    settled: [] as string[],
  }
  modal.on(orderSettled, ({ id, status }) => page.settled.push(`${id} ${status}`))
  const orders = createOrders<{ readonly step: number }>(ctx, {
    kind: 'host#purchase',
    schema: readWith((stored) => {
      const { step } = Object(stored)
      if (typeof step !== 'number') throw new TypeError('no step')
      return { step }
    }),
    poll: () => {
      page.polls++
      return page.reply()
    },
  })
  return Object.assign(page, { orders, [Symbol.dispose]: () => modal.dispose() })
}
const waitFor = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

it('an order is polled until it ends, also by the next page, and ends once', async () => {
  {
    using first = open()
    first.orders.start(order)
    first.reply = async () => ({ state: { step: 2 }, title: '0.1 ETH from a card' })
    await waitFor(2 * MIN_PAUSE_MS)
    expect(first.settled).toEqual([])
  }
  using next = open()
  expect(next.orders.all.value).toMatchObject([{ status: 'pending', state: { step: 2 }, title: '0.1 ETH from a card' }])
  next.reply = async () => ({ status: 'completed' })
  await waitFor(2 * MIN_PAUSE_MS)
  const { polls } = next
  await waitFor(10 * MIN_PAUSE_MS)
  expect([next.settled, next.polls]).toEqual([['one completed'], polls])
  expect(next.orders.all.value).toMatchObject([{ id: 'one', status: 'completed', state: { step: 2 } }])
})

it('a failed request to the service is repeated', async () => {
  using page = open()
  page.orders.start(order)
  page.reply = () => Promise.reject(new Error('offline'))
  await waitFor(2 * MIN_PAUSE_MS)
  expect(page.orders.all.value).toMatchObject([{ status: 'pending' }])
  page.reply = async () => ({ status: 'failed' })
  await waitFor(2 * MIN_PAUSE_MS)
  expect(page.settled).toEqual(['one failed'])
})

it('an order that is removed while the service is queried stays removed', async () => {
  using page = open()
  page.orders.start(order)
  page.reply = async () => {
    page.orders.remove('one')
    return { status: 'completed' }
  }
  await waitFor(2 * MIN_PAUSE_MS)
  expect([page.polls, page.settled, page.orders.all.value]).toEqual([1, [], []])
})

it('a hidden tab polls nothing until it is visible again', async () => {
  using page = open()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  page.orders.start(order)
  await waitFor(5 * MIN_PAUSE_MS)
  expect(page.polls).toBe(0)
  visibility.mockReturnValue('visible')
  await waitFor(2 * MIN_PAUSE_MS)
  expect(page.polls).toBeGreaterThan(0)
})

it('an update changes a pending order and restarts its time limit, but not an order that has ended', async () => {
  using page = open()
  page.orders.start(order)
  vi.setSystemTime(Date.now() + 6 * 86_400_000)
  page.orders.update('one', { step: 2 })
  vi.setSystemTime(Date.now() + 6 * 86_400_000)
  page.reply = async () => ({ status: 'completed' })
  await waitFor(60_000)
  expect(page.settled).toEqual(['one completed'])
  page.orders.update('one', { step: 3 })
  page.orders.update('two', { step: 3 })
  expect(page.orders.all.value).toMatchObject([{ id: 'one', status: 'completed', state: { step: 2 } }])
})

it('an order with a long title stays listed and ends: its title is cut', async () => {
  using page = open()
  page.orders.start({ ...order, title: 'x'.repeat(301) })
  await waitFor(2 * MIN_PAUSE_MS)
  expect(page.orders.all.value).toMatchObject([{ id: 'one', title: 'x'.repeat(300) }])
  page.reply = async () => ({ status: 'completed', title: 'y'.repeat(301) })
  await waitFor(2 * MIN_PAUSE_MS)
  expect(page.settled).toEqual(['one completed'])
})

it('orders older than a week are deleted', async () => {
  {
    using first = open()
    first.orders.start(order)
  }
  vi.setSystemTime(Date.now() + 8 * 86_400_000)
  using next = open()
  expect(next.orders.all.value).toEqual([])
  expect(localStorage.getItem([...Object.keys(localStorage)].find((key) => key.endsWith('/orders')) ?? '')).toBeNull()
})

it.each<[string, object]>([
  ['another status', { status: 'lost' }],
  ['no time', { createdAt: undefined }],
  ['a title that is not text', { title: 1 }],
  ['a title of more than 300 characters', { title: 'x'.repeat(301) }],
  ['no account', { address: undefined }],
  ['a state that its plugin cannot read', { state: { step: 'two' } }],
])('a stored order with %s is ignored, and the others are kept', (_, change) => {
  {
    using first = open()
    first.orders.start(order)
    first.orders.start({ ...order, id: 'two' })
  }
  const key = Object.keys(localStorage).find((one) => one.endsWith('/orders')) ?? ''
  const stored = JSON.parse(localStorage.getItem(key) ?? '{}')
  const [newest, oldest] = stored.data
  localStorage.setItem(key, JSON.stringify({ ...stored, data: [{ ...newest, ...change }, oldest] }))
  using next = open()
  expect(next.orders.all.value.map(({ id }) => id)).toEqual(['one'])
})

/** Starts an order while the browser's storage is full, and returns the storage key of the orders. It contains another order. */
function startUnstored({ orders }: ReturnType<typeof open>): string {
  orders.start({ ...order, id: 'stored' })
  const key = Object.keys(localStorage).find((one) => one.endsWith('/orders')) ?? ''
  const text = localStorage.getItem(key) ?? ''
  vi.stubGlobal('localStorage', {
    getItem: () => text,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  orders.start({ ...order, id: 'unstored' })
  vi.unstubAllGlobals()
  return key
}

it('an order that does not fit into the storage is tracked also after another tab has changed the stored orders', async () => {
  using page = open()
  const key = startUnstored(page)
  dispatchEvent(new StorageEvent('storage', { key }))
  expect(page.orders.all.value.map(({ id }) => id)).toEqual(['unstored', 'stored'])
  page.reply = async () => ({ status: 'completed' })
  await waitFor(2 * MIN_PAUSE_MS)
  expect(page.settled.toSorted()).toEqual(['stored completed', 'unstored completed'])
})

it('an order that does not fit into the storage is deleted with the others when the storage is cleared', () => {
  using page = open()
  startUnstored(page)
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(page.orders.all.value).toEqual([])
})

it('a change during a query is not overwritten by its reply, and the query is repeated', async () => {
  using page = open()
  page.orders.start(order)
  let reply = (_: OrderProgress<{ readonly step: number }>): void => undefined
  page.reply = () => new Promise((resolve) => (reply = resolve))
  await waitFor(2 * MIN_PAUSE_MS)
  page.orders.update('one', { step: 3 })
  reply({ state: { step: 2 } })
  await waitFor(0)
  expect(page.orders.all.value).toMatchObject([{ status: 'pending', state: { step: 3 } }])
  page.reply = async () => ({ status: 'completed' })
  await waitFor(2 * MIN_PAUSE_MS)
  expect(page.orders.all.value).toMatchObject([{ status: 'completed', state: { step: 3 } }])
})
