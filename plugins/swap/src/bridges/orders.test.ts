// @vitest-environment happy-dom
import {
  type Context,
  createWalletModal,
  definePlugin,
  type SentTransaction,
  type TracedStatus,
  type TransactionStatus,
  transactionSeen,
  transactionSettled,
} from '@wallet-modal/kernel'
import { createFakeNamespace, createFakeNetwork, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { type BridgeOutcome, swapSources } from '../contract.js'
import { quoteOf, requestOf, sourceOf, tokenOf } from '../quote.test.fixtures.js'
import type { Bridge } from './bridge.js'
import { createBridges } from './bridges.js'
import { bridgesOf } from './orders.js'

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

/** A page of the site. By default, the bridge does not know the transaction. */
function openPage(
  status: (sent: SentTransaction) => TransactionStatus | TracedStatus = () => 'pending',
  bridgeOutcome: () => Promise<BridgeOutcome> = async () => 'pending',
) {
  const family = createFakeNamespace('eip155', { transactions: { status: async (sent) => status(sent) } })
  const modal = createWalletModal({
    ...{ plugins: [family.plugin(), host()], networks: family.networks },
    ...{ prefetch: 'never', logLevel: 'silent' },
  })
  const ctx = modal.use(host)
  if (!ctx) throw new Error('There is no context.')
  ctx.add(swapSources, sourceOf({ bridgeOutcome }))
  const orders = bridgesOf(ctx)
  return { ctx, orders, hash: () => orders.all.peek()[0]?.state.hash, [Symbol.dispose]: () => modal.dispose() }
}

function open() {
  const page = openPage()
  page.orders.start(order)
  return page
}

it('a swap to another network of tokens with long symbols is read again by the next page', () => {
  const gold = tokenOf('0x2', { symbol: 'x'.repeat(200) })
  const amount = { token: gold, amount: 1n }
  const receiveNetwork = createFakeNetwork('eip155:10')
  const quote = quoteOf(requestOf({ receiveNetwork, account: '0xowner', pay: gold, receive: gold, amount: 1n }))
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

describe('a swap to another network whose transaction ended while the page was closed', () => {
  /** Starts the swap on a page, and closes the page. */
  function startAndClose(change: (page: ReturnType<typeof openPage>) => void = () => undefined): void {
    using page = openPage()
    page.orders.start({ ...order, id: '0xslow', state: { ...state, trace: 'contents', hash: '0xslow', sentAt: 7 } })
    change(page)
  }

  it.each([
    ['replaced', 'replaced'],
    ['failed', 'reverted'],
  ] as const)('has failed on the next page if the transaction was %s', async (status, outcome) => {
    startAndClose()
    using next = openPage(() => status)
    await waitUntil(
      () => expect(next.orders.all.peek()).toMatchObject([{ status: 'failed', state: { outcome } }]),
      5_000,
    )
  })

  it('has failed although the bridge cannot be reached', async () => {
    startAndClose()
    using next = openPage(
      () => 'replaced',
      () => Promise.reject(new Error('offline')),
    )
    await waitUntil(() => expect(next.orders.all.peek()).toMatchObject([{ status: 'failed' }]), 5_000)
  })

  it('has arrived if the bridge says so, whatever the node of the sending network says', async () => {
    startAndClose()
    using next = openPage(
      () => 'replaced',
      async () => 'arrived',
    )
    await waitUntil(() => expect(next.orders.all.peek()).toMatchObject([{ state: { outcome: 'arrived' } }]), 5_000)
  })

  it('is read with the nonce and the contents of the transaction, which its chain family needs', async () => {
    startAndClose(({ ctx }) => ctx.emit(transactionSeen, { ...sent, hash: '0xslow', nonce: 5n }))
    const asked: SentTransaction[] = []
    using _ = openPage((one) => {
      asked.push(one)
      return 'pending'
    })
    const { caipNetworkId, address } = order
    await waitUntil(
      () =>
        expect(asked[0]).toMatchObject({
          hash: '0xslow',
          nonce: 5n,
          trace: 'contents',
          sentAt: 7,
          caipNetworkId,
          address,
        }),
      5_000,
    )
  })

  it('is tracked by the hash of the included transaction if it was sped up', async () => {
    startAndClose()
    using next = openPage(() => ({ status: 'confirmed', replacementHash: '0xfast' }))
    await waitUntil(() => expect(next.hash()).toBe('0xfast'), 5_000)
    expect(next.orders.all.peek()).toMatchObject([{ status: 'pending' }])
  })

  it('has failed on the next page if this page was closed right after it read the failure', async () => {
    startAndClose(({ ctx }) => ctx.emit(transactionSettled, { ...sent, hash: '0xslow', status: 'failed' }))
    using next = openPage()
    await waitUntil(
      () => expect(next.orders.all.peek()).toMatchObject([{ status: 'failed', state: { outcome: 'reverted' } }]),
      5_000,
    )
  })
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
