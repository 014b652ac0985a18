import { afterEach, expect, it, vi } from 'vitest'
import { memoryStore } from '../store.js'
import { type OnRampOrder, type OnRampPayment, onRampOrders } from './orders.js'

const ADDRESS = `0x${'ab'.repeat(20)}`
const MINUTE_MS = 60_000
const token = { name: 'Ether', symbol: 'ETH' }

afterEach(() => vi.useRealTimers())

it('purchase finds one of many orders of an address by the id of the order, and asks the provider about that order only', async () => {
  const asked: string[] = []
  const payment = async ({ id }: OnRampOrder): Promise<OnRampPayment> => {
    asked.push(id)
    return id === 'bought' ? { status: 'confirmed', amount: '0.5', hash: '0x1' } : { status: 'unpaid' }
  }
  const orders = onRampOrders({ store: memoryStore(), provider: 'coinbase', payment })
  const add = (id: string) => orders.add({ id, caipNetworkId: 'eip155:1', address: ADDRESS, token })
  const read = (id: string, more: object = {}) =>
    orders.purchase({ id, address: ADDRESS.toUpperCase().replace('X', 'x'), caipNetworkId: undefined, ...more })
  for (let at = 0; at < 60; at++) await add(`foreign-${at}`)
  await add('bought')
  expect(await read('bought')).toMatchObject({ id: 'bought', status: 'confirmed', amount: '0.5' })
  expect(await read('bought')).toMatchObject({ hash: '0x1' })
  expect([await read('foreign-1'), await read('none'), await read('')]).toEqual([undefined, undefined, undefined])
  expect(await read('bought', { caipNetworkId: 'eip155:10' })).toBeUndefined()
  expect(await read('bought', { address: `0x${'cd'.repeat(20)}` })).toBeUndefined()
  expect(asked).toEqual(['bought', 'foreign-1'])
})

it('a declined payment that is repeated in the same checkout becomes a purchase; without another payment, it fails after ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const paid = new Map<string, OnRampPayment>()
  const payment = async ({ id }: OnRampOrder): Promise<OnRampPayment> => paid.get(id) ?? { status: 'failed' }
  const orders = onRampOrders({ store: memoryStore(), provider: 'coinbase', payment })
  const read = async (id: string) => {
    vi.setSystemTime(Date.now() + 5 * MINUTE_MS)
    return (await orders.purchase({ id, address: ADDRESS, caipNetworkId: undefined }))?.status
  }
  for (const id of ['again', 'late']) await orders.add({ id, caipNetworkId: 'eip155:1', address: ADDRESS, token })
  expect(await read('again')).toBeUndefined()
  paid.set('again', { status: 'pending' })
  expect(await read('again')).toBe('pending')
  paid.set('again', { status: 'confirmed', hash: '0x1' })
  expect(await read('again')).toBe('confirmed')
  expect([await read('late'), await read('late')]).toEqual([undefined, undefined])
  expect(await read('late')).toBe('failed')
  paid.set('late', { status: 'confirmed' })
  expect(await read('late')).toBe('confirmed')
})

it('a payment that follows a refunded one has neither the hash nor the amount of the refunded one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let payment: OnRampPayment = { status: 'failed', hash: '0x1', amount: '12.5' }
  const orders = onRampOrders({ store: memoryStore(), provider: 'coinbase', retryMs: 0, payment: async () => payment })
  const read = async () => {
    vi.setSystemTime(Date.now() + MINUTE_MS)
    return orders.purchase({ id: 'again', address: ADDRESS, caipNetworkId: undefined })
  }
  await orders.add({ id: 'again', caipNetworkId: 'eip155:1', address: ADDRESS, token })
  expect(await read()).toMatchObject({ status: 'failed', hash: '0x1', amount: '12.5' })
  payment = { status: 'pending' }
  const pending = await read()
  expect(pending).toMatchObject({ status: 'pending', amount: '0' })
  expect(pending).not.toHaveProperty('hash')
  payment = { status: 'confirmed', hash: '0x2', amount: '10' }
  expect(await read()).toMatchObject({ status: 'confirmed', hash: '0x2', amount: '10' })
})
