import { describe, expect, it } from 'vitest'
import { chainWith, fakeChain, hash, listed, me, other, position, request } from './chain.test.fixtures.js'
import { findLost, readPosition } from './find-lost.js'

describe('B3: a lost transaction is found by nonce and content', () => {
  it.each([
    ['itself', {}, true],
    ['of an earlier nonce', { nonce: '0x6' }, false],
    ['of another sender', { from: other.toLowerCase() }, false],
    ['to somebody else', { to: other.toLowerCase() }, false],
    ['over another amount', { value: '0x6' }, false],
    ['with other bytes', { input: '0x00' }, false],
    ['that makes a contract', { to: null }, false],
  ])('a transaction %s', async (_, more, isFound) => {
    expect((await findLost(chainWith(listed(more)), request, position))?.hash).toBe(isFound ? hash : undefined)
  })

  it('an equal one that waited before is not it', async () => {
    const waiting = { ...listed(), nonce: '0x7' }
    const chain = fakeChain({
      eth_blockNumber: '0x10',
      eth_getBlockByNumber: (block: string) => ({ transactions: block === 'pending' ? [waiting] : [] }),
      eth_getTransactionCount: (_: string, block: string) => (block === 'pending' ? '0x8' : '0x7'),
    })
    expect(await findLost(chain, request, await readPosition(chain, me))).toBeUndefined()
    waiting.nonce = '0x8'
    expect(await findLost(chain, request, await readPosition(chain, me))).toMatchObject({ nonce: 8n })
  })

  it('A4: blocks of nonsense hold nothing', async () => {
    for (const transactions of [null, 'x', [null], [{ hash }], [{ ...listed(), nonce: 'x' }]])
      expect(
        await findLost(
          fakeChain({ eth_blockNumber: '0x10', eth_getBlockByNumber: { transactions } }),
          request,
          position,
        ),
      ).toBeUndefined()
  })

  it('no more blocks are asked for than there were, nor a night’s worth of them', async () => {
    const few = chainWith()
    await findLost(few, request, position)
    expect(few.asked.filter((one) => one === 'eth_getBlockByNumber').length).toBe(2)
    const many = fakeChain({ eth_blockNumber: '0xffff', eth_getBlockByNumber: { transactions: [] } })
    await findLost(many, request, position)
    expect(many.asked.length).toBeLessThan(30)
  })
})
