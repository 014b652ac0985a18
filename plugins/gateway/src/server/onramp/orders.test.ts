import { expect, it } from 'vitest'
import { memoryStore } from '../store.js'
import { type OnRampOrder, type OnRampPayment, onRampOrders } from './orders.js'

const ADDRESS = `0x${'ab'.repeat(20)}`

it('sessions that anybody starts for an address hide none of its purchases, and few of them are asked about', async () => {
  const asked: string[] = []
  const payment = async ({ id }: OnRampOrder): Promise<OnRampPayment> => {
    asked.push(id)
    return id === 'bought' ? { status: 'confirmed', amount: '0.5', hash: '0x1' } : { status: 'unpaid' }
  }
  const orders = onRampOrders({ store: memoryStore(), provider: 'coinbase', payment })
  const add = (id: string) =>
    orders.add({ id, caipNetworkId: 'eip155:1', address: ADDRESS, token: { name: 'Ether', symbol: 'ETH' } })
  await add('bought')
  expect(await orders.purchases(ADDRESS, undefined)).toMatchObject([{ id: 'bought', status: 'confirmed' }])
  await new Promise((resolve) => setTimeout(resolve, 5)) // orders are listed by their time
  for (let at = 0; at < 60; at++) await add(`foreign-${at}`)
  asked.length = 0
  expect(await orders.purchases(ADDRESS, undefined)).toMatchObject([{ id: 'bought', amount: '0.5' }])
  expect(asked).toHaveLength(20)
})
