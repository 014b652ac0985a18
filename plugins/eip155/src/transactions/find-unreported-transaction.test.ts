import { describe, expect, it } from 'vitest'
import { fakeNode, hash, me, nodeWith, other, position, request, toBlockTransaction } from '../node.test.fixtures.js'
import { findUnreportedTransaction, readPosition } from './find-unreported-transaction.js'

describe('B3: findUnreportedTransaction finds a transaction by nonce and content', () => {
  it.each([
    ['with the same nonce and content is found', {}, true],
    ['with an earlier nonce is ignored', { nonce: '0x6' }, false],
    ['of another sender is ignored', { from: other.toLowerCase() }, false],
    ['to another receiver is ignored', { to: other.toLowerCase() }, false],
    ['with another amount is ignored', { value: '0x6' }, false],
    ['with other call data is ignored', { input: '0x00' }, false],
    ['that creates a contract is ignored', { to: null }, false],
  ])('a transaction %s', async (_, more, isFound) => {
    expect((await findUnreportedTransaction(nodeWith(toBlockTransaction(more)), request, position))?.hash).toBe(
      isFound ? hash : undefined,
    )
  })

  it('ignores an equal transaction that was already pending before the request', async () => {
    const pending = { ...toBlockTransaction(), nonce: '0x7' }
    const node = fakeNode({
      eth_blockNumber: '0x10',
      eth_getBlockByNumber: (block: string) => ({ transactions: block === 'pending' ? [pending] : [] }),
      eth_getTransactionCount: (_: string, block: string) => (block === 'pending' ? '0x8' : '0x7'),
    })
    expect(await findUnreportedTransaction(node, request, await readPosition(node, me))).toBeUndefined()
    pending.nonce = '0x8'
    expect(await findUnreportedTransaction(node, request, await readPosition(node, me))).toMatchObject({ nonce: 8n })
  })

  it('A4: finds nothing in malformed blocks', async () => {
    for (const transactions of [null, 'x', [null], [{ hash }], [{ ...toBlockTransaction(), nonce: 'x' }]])
      expect(
        await findUnreportedTransaction(
          fakeNode({ eth_blockNumber: '0x10', eth_getBlockByNumber: { transactions } }),
          request,
          position,
        ),
      ).toBeUndefined()
  })

  it('reads only the blocks since the request, and never more than a fixed number', async () => {
    const few = nodeWith()
    await findUnreportedTransaction(few, request, position)
    expect(few.requestedMethods.filter((one) => one === 'eth_getBlockByNumber').length).toBe(2)
    const many = fakeNode({ eth_blockNumber: '0xffff', eth_getBlockByNumber: { transactions: [] } })
    await findUnreportedTransaction(many, request, position)
    expect(many.requestedMethods.filter((one) => one === 'eth_getBlockByNumber').length).toBe(1 + 24)
  })
})
