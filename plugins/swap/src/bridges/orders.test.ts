// @vitest-environment happy-dom
import {
  type Context,
  createWalletModal,
  definePlugin,
  type SentTransaction,
  transactionSeen,
  transactionSettled,
} from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Quote } from '../quotes/quotes.js'
import { createBridges } from './bridges.js'
import { type Bridge, bridgesOf } from './orders.js'

beforeEach(() => localStorage.clear())

const host = definePlugin({
  name: 'host',
  kernel: '^0.1',
  permissions: { storage: ['orders'] },
  setup: (ctx): Context => ctx,
})
const state: Bridge = {
  ...{ source: 'source', trace: 'batch', receive: 'eip155:10/slip44:60', networkName: 'There' },
  ...{ paid: '1 ETH', received: '1 ETH', estimatedSeconds: undefined, outcome: 'pending' },
}
const order = { id: 'batch', title: 'Swap', caipNetworkId: 'eip155:1', address: '0xowner', state }
const sent: SentTransaction & { readonly hash: string } = {
  ...{ type: 'custom', kind: 'host#swap', title: 'Swap', caipNetworkId: 'eip155:1', address: '0xowner' },
  ...{ trace: 'batch', hash: '0xabc', sentAt: 1 },
}

function open() {
  const modal = createWalletModal({ plugins: [host()], prefetch: 'never', logLevel: 'silent' })
  const ctx = modal.use(host)
  if (!ctx) throw new Error('There is no context.')
  const orders = bridgesOf(ctx)
  orders.start(order)
  return { ctx, hash: () => orders.all.peek()[0]?.state.hash, [Symbol.dispose]: () => modal.dispose() }
}

it('a swap to another network of tokens with long symbols is read again by the next page', () => {
  const asset = { assetId: 'eip155:1/erc20:0x2', caipNetworkId: 'eip155:1', name: 'Gold', decimals: 6 }
  const gold = { ...asset, symbol: 'x'.repeat(200) }
  const amount = { token: gold, amount: 1n }
  const quote = {
    ...{ source: { name: 'source' }, receiveAmount: 1n, estimatedSeconds: undefined },
    request: {
      ...{ network: { caipNetworkId: 'eip155:1' }, receiveNetwork: { caipNetworkId: 'eip155:10', name: 'There' } },
      ...{ account: '0xowner', pay: gold, receive: gold, amount: 1n },
    },
  } as unknown as Quote
  {
    using page = open()
    const t = (_: string, texts: object): string => Object.values(texts).join(' ')
    const submission = { caipNetworkId: 'eip155:1', address: '0xowner', hash: '0xlong', sentAt: 1 }
    const bridges = createBridges(Object.create(page.ctx, { t: { value: t } }))
    bridges.start({ type: 'swap', pay: amount, receive: amount, ...submission }, quote)
  }
  using next = open()
  expect(bridgesOf(next.ctx).all.peek()).toMatchObject([{ id: 'batch' }, { id: '0xlong' }])
})

it('a swap to another network whose transaction was sped up is tracked by the hash of the included transaction', () => {
  using page = open()
  const slow = { ...order, id: '0xslow', state: { ...state, trace: 'contents', hash: '0xslow' } }
  bridgesOf(page.ctx).remove(order.id)
  bridgesOf(page.ctx).start(slow)
  page.ctx.emit(transactionSeen, { ...sent, hash: '0xother', replacementHash: '0xfast' })
  expect(page.hash()).toBe('0xslow')
  page.ctx.emit(transactionSeen, { ...sent, hash: '0xslow', replacementHash: '0xfast' })
  expect(page.hash()).toBe('0xfast')
})

it('a swap to another network whose transaction was sped up and then failed on the sending network has failed', async () => {
  using page = open()
  const slow = { ...order, id: '0xslow', state: { ...state, trace: 'contents', hash: '0xslow' } }
  bridgesOf(page.ctx).remove(order.id)
  bridgesOf(page.ctx).start(slow)
  const included = { ...sent, hash: '0xslow', replacementHash: '0xfast' }
  page.ctx.emit(transactionSeen, included)
  page.ctx.emit(transactionSettled, { ...included, status: 'failed' })
  await waitUntil(
    () => expect(bridgesOf(page.ctx).all.peek()).toMatchObject([{ status: 'failed', state: { outcome: 'reverted' } }]),
    5_000,
  )
})

describe('the swap of a smart account to another network', () => {
  it('gets the hash that the wallet reports later', () => {
    using page = open()
    page.ctx.emit(transactionSeen, sent)
    expect(page.hash()).toBe('0xabc')
  })

  it('gets the hash when the transaction is final, if it was not reported before', () => {
    using page = open()
    page.ctx.emit(transactionSettled, { ...sent, status: 'confirmed' })
    expect(page.hash()).toBe('0xabc')
  })

  it('is read again by the next page if the batch has the longest id', () => {
    const id = `0x${'ab'.repeat(4096)}`
    {
      using page = open()
      bridgesOf(page.ctx).remove(order.id)
      bridgesOf(page.ctx).start({ ...order, id, state: { ...state, trace: id } })
    }
    using next = open()
    expect(bridgesOf(next.ctx).all.peek()).toMatchObject([{ id: 'batch' }, { id, state: { trace: id } }])
  })

  it.each([{ address: '0xother' }, { caipNetworkId: 'eip155:5' }])(
    'gets no hash and no outcome of another account or network whose batch has the same id: %o',
    async (other) => {
      using page = open()
      page.ctx.emit(transactionSeen, { ...sent, ...other })
      const { hash: _, ...unhashed } = sent
      page.ctx.emit(transactionSettled, { ...unhashed, ...other, status: 'failed' })
      expect(page.hash()).toBeUndefined()
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(bridgesOf(page.ctx).all.peek()).toMatchObject([{ state: { outcome: 'pending' } }])
    },
  )
})
