import { describe, expect, it } from 'vitest'
import { fakeNode, hash, me, nodeError, request, toBlockTransaction, you } from '../node.test.fixtures.js'
import { contentsOf, followStatus, type KnownTransactions } from './replacement.js'

const faster = `0x${'cd'.repeat(32)}`
const sent = { hash, address: me, nonce: 7n, trace: contentsOf(request), sentAt: Date.now() }

/** A chain of 100 blocks, on which block 91 includes `transactions`, and with them nonce 7. */
function chainWith(transactions: readonly object[], more: Readonly<Record<string, unknown>> = {}) {
  return fakeNode({
    ...{ eth_getTransactionByHash: null, eth_blockNumber: '0x64' },
    eth_getTransactionReceipt: (asked: string) => (asked === faster ? { status: '0x1' } : null),
    eth_getTransactionCount: (_: string, block: string) => (Number(block) >= 91 ? '0x8' : '0x7'),
    eth_getBlockByNumber: (block: string) => ({
      timestamp: `0x${Math.floor(Number(block) / 4).toString(16)}`,
      transactions: Number(block) === 91 ? transactions : [],
    }),
    ...more,
  })
}
const included = (more: object = {}) => toBlockTransaction({ hash: faster, ...more })
const fresh = (): KnownTransactions => ({ nonces: new Map(), contents: new Map(), displaced: new Set() })
const statusOf = (node: ReturnType<typeof fakeNode>, more: object = {}) =>
  followStatus({ ...sent, ...more }, node, fresh())

describe('a transaction that was replaced by one with the same nonce', () => {
  it('has the status and hash of the other one if that one has the same contents: the visitor has sped it up', async () => {
    expect(await statusOf(chainWith([included()]))).toEqual({ status: 'confirmed', replacementHash: faster })
    const failed = chainWith([included()], {
      eth_getTransactionReceipt: (asked: string) => (asked === faster ? { status: '0x0' } : null),
    })
    expect(await statusOf(failed)).toEqual({ status: 'failed', replacementHash: faster })
  })

  it.each([
    ['another receiver', { to: me.toLowerCase() }],
    ['another amount', { value: '0x6' }],
    ['other calldata', { input: '0x00' }],
    ['no receiver', { to: null }],
    ['another nonce', { nonce: '0x8' }],
    ['another sender', { from: you.toLowerCase() }],
  ])('is not followed to one with %s', async (_, more) => {
    expect(await statusOf(chainWith([included(more)]))).toEqual({ status: 'unknown' })
  })

  it('is not followed without its contents or its nonce, or if the nonce is unused', async () => {
    const node = chainWith([included()])
    expect(await statusOf(node, { trace: undefined })).toEqual({ status: 'unknown' })
    expect(await statusOf(node, { nonce: undefined })).toEqual({ status: 'unknown' })
    expect(await statusOf(node, { nonce: 8n })).toEqual({ status: 'unknown' })
  })

  it('has no other status if the node lacks the states of earlier blocks, or the receipt', async () => {
    const pruned = (_: string, block: string) => {
      if (Number(block) < 98) throw nodeError('missing trie node')
      return '0x8'
    }
    expect(await statusOf(chainWith([included()], { eth_getTransactionCount: pruned }))).toEqual({ status: 'unknown' })
    expect(await statusOf(chainWith([included()], { eth_getTransactionReceipt: null }))).toEqual({ status: 'unknown' })
  })

  it('is not reported as replaced if it is included itself, or if the receipt of an equal one is missing', async () => {
    const old = { eth_getTransactionCount: (_: string, block: string) => (Number(block) >= 10 ? '0x8' : '0x7') }
    const block = (transaction: object) => (number: string) => ({
      timestamp: `0x${(Number(number) * 12).toString(16)}`,
      transactions: Number(number) === 10 ? [transaction] : [],
    })
    const never = { eth_getTransactionReceipt: null }
    const other = { ...old, eth_getBlockByNumber: block(included({ value: '0x6' })) }
    expect(await statusOf(chainWith([], other))).toEqual({ status: 'replaced' })
    const itself = { ...old, eth_getBlockByNumber: block(included({ hash })) }
    expect(await statusOf(chainWith([], { ...itself, ...never }))).toEqual({ status: 'unknown' })
    let requests = 0
    const late = () => (++requests > 2 ? { status: '0x1' } : null)
    expect(await statusOf(chainWith([], { ...itself, eth_getTransactionReceipt: late }))).toEqual({
      status: 'confirmed',
    })
    const equal = { ...old, eth_getBlockByNumber: block(included()) }
    expect(await statusOf(chainWith([], { ...equal, ...never }))).toEqual({ status: 'unknown' })
  })

  it('with other contents is searched once, and again before it is reported', async () => {
    let [timestamp, isReorganized] = [0, false]
    const node = chainWith([], {
      eth_getTransactionCount: (_: string, block: string) => (Number(block) >= 50 ? '0x8' : '0x7'),
      eth_getBlockByNumber: (block: string, isFull: boolean) => ({
        timestamp: `0x${(Number(block) * timestamp).toString(16)}`,
        transactions: isFull ? [included(isReorganized ? {} : { value: '0x6' })] : [],
      }),
    })
    const known = fresh()
    const requestsOf = async (status: object): Promise<number> => {
      const before = node.requestedMethods.length
      expect(await followStatus(sent, node, known)).toEqual(status)
      return node.requestedMethods.length - before
    }
    const [first, second] = [await requestsOf({ status: 'unknown' }), await requestsOf({ status: 'unknown' })]
    expect(second).toBeLessThan(first - 5)
    timestamp = 12
    isReorganized = true
    await requestsOf({ status: 'confirmed', replacementHash: faster })
  })

  it('is not searched while a node knows it', async () => {
    const node = chainWith([included()], { eth_getTransactionByHash: { from: me, nonce: '0x7' } })
    expect(await statusOf(node)).toEqual({ status: 'pending' })
    expect(node.requestedMethods).not.toContain('eth_getTransactionCount')
  })

  it('is followed by the contents that a node has returned, without those of the request or if the wallet has changed them', async () => {
    const { from, to, value, data } = request
    const pending = { from, to, value, input: data, nonce: '0x7' }
    const { trace: _, ...untraced } = sent
    for (const one of [untraced, { ...sent, trace: contentsOf({ ...request, value: '0x6' }) }]) {
      const known = fresh()
      const first = await followStatus(one, chainWith([], { eth_getTransactionByHash: pending }), known)
      expect(first).toEqual({ status: 'pending' })
      expect(await followStatus(one, chainWith([included()]), known)).toEqual({
        ...{ status: 'confirmed', replacementHash: faster },
      })
    }
  })

  it('is found in the first block too', async () => {
    const node = chainWith([], {
      eth_blockNumber: '0x2',
      eth_getTransactionCount: '0x8',
      eth_getBlockByNumber: (block: string) => ({
        timestamp: '0x0',
        transactions: block === '0x0' ? [included()] : [],
      }),
    })
    expect(await statusOf(node)).toMatchObject({ replacementHash: faster })
  })
})
