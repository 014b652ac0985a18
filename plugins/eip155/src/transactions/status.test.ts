import { WalletModalError } from '@wallet-modal/kernel'
import { describe, expect, it, vi } from 'vitest'
import { fakeChain, hash, me, nodeError, other } from './chain.test.fixtures.js'
import { findNonce, readStatus, SEEN_WITHIN_MS } from './status.js'

describe('what became of it', () => {
  const sent = { hash, address: me, sentAt: Date.now() }
  /** A block every 12 s. */
  const slow = (block: string) => ({ timestamp: `0x${(Number(block) * 12).toString(16)}` })
  /** Four blocks a second. */
  const quick = (block: string) => ({ timestamp: `0x${Math.floor(Number(block) / 4).toString(16)}` })
  const at = (answers: Readonly<Record<string, unknown>>) =>
    fakeChain({
      ...{ eth_getTransactionReceipt: null, eth_getTransactionByHash: null, eth_blockNumber: '0x20' },
      ...{ eth_getBlockByNumber: slow, ...answers },
    })
  it('is what the receipt says', async () => {
    expect(await readStatus(sent, at({ eth_getTransactionReceipt: { status: '0x1' } }), new Map())).toBe('confirmed')
    expect(await readStatus(sent, at({ eth_getTransactionReceipt: { status: '0x0' } }), new Map())).toBe('failed')
  })

  it('is replaced only where its nonce is used, it was seen before, and it has no receipt even then', async () => {
    const nonces = new Map<string, bigint>()
    expect(await readStatus(sent, at({ eth_getTransactionCount: '0x9' }), nonces)).toBe('unknown')
    expect(await readStatus(sent, at({ eth_getTransactionByHash: { from: me, nonce: '0x7' } }), nonces)).toBe('pending')
    expect(await readStatus(sent, at({ eth_getTransactionCount: '0x7' }), nonces)).toBe('unknown')
    expect(await readStatus(sent, at({ eth_getTransactionCount: '0x8' }), nonces)).toBe('replaced')
    let asked = 0
    const late = () => (asked++ === 0 ? null : { status: '0x1' })
    expect(
      await readStatus(sent, at({ eth_getTransactionCount: '0x8', eth_getTransactionReceipt: late }), nonces),
    ).toBe('confirmed')
  })

  it('is replaced after a reload as well, where its nonce was kept with it', async () => {
    const kept = { ...sent, nonce: 7n }
    expect(await readStatus(kept, at({ eth_getTransactionCount: '0x8' }), new Map())).toBe('replaced')
    expect(await readStatus(kept, at({ eth_getTransactionCount: '0x7' }), new Map())).toBe('unknown')
  })

  it('M3: is not replaced where it is so old that nodes may have forgotten it', async () => {
    const kept = { ...sent, nonce: 7n, sentAt: Date.now() - 86_400_001 }
    expect(await readStatus(kept, at({ eth_getTransactionCount: '0x8' }), new Map())).toBe('unknown')
    expect(await readStatus(kept, at({ eth_getTransactionReceipt: { status: '0x1' } }), new Map())).toBe('confirmed')
  })

  it('is never told by the nonce of whoever hands in the calls of others', async () => {
    const nonces = new Map<string, bigint>()
    const byOther = at({ eth_getTransactionByHash: { from: other, nonce: '0x1' } })
    expect(await readStatus(sent, byOther, nonces)).toBe('pending')
    expect(await readStatus(sent, at({ eth_getTransactionCount: '0x8' }), nonces)).toBe('unknown')
    expect(await findNonce(byOther, hash, me)).toBeUndefined()
  })

  it('begins with the nonce that the chain has for it, which nobody waits for long', async () => {
    const answers = [null, { from: me.toLowerCase(), nonce: '0x7' }]
    expect(await findNonce(at({ eth_getTransactionByHash: () => answers.shift() }), hash, me)).toBe(7n)
    vi.useFakeTimers()
    const late = findNonce(at({}), hash, me)
    const hung = findNonce(at({ eth_getTransactionByHash: () => new Promise(() => {}) }), hash, me)
    await vi.advanceTimersByTimeAsync(SEEN_WITHIN_MS)
    expect([await late, await hung]).toEqual([undefined, undefined])
    vi.useRealTimers()
    expect(
      await findNonce(at({ eth_getTransactionByHash: new WalletModalError('NETWORK_ERROR', 'offline') }), hash, me),
    ).toBeUndefined()
  })

  it.each([
    [
      'used 12 blocks ago',
      '0x20',
      (block: string) => (block === 'latest' || Number(block) >= 0x14 ? '0x8' : '0x7'),
      'replaced',
    ],
    [
      'used 11 blocks ago',
      '0x20',
      (block: string) => (block === 'latest' || Number(block) >= 0x15 ? '0x8' : '0x7'),
      'unknown',
    ],
    [
      'used on a young chain',
      '0xc',
      (block: string) => (block === 'latest' || Number(block) > 0 ? '0x8' : '0x0'),
      'unknown',
    ],
    ['used where the node cannot say when', '0x20', nodeError('missing trie node'), 'unknown'],
  ])('M3: a node that lags is not believed: a nonce %s', async (_, latest, count, status) => {
    const chain = at({
      eth_blockNumber: latest,
      eth_getTransactionCount: (_: string, block: string) => (typeof count === 'function' ? count(block) : count),
    })
    expect(await readStatus(sent, chain, new Map([[hash, 7n]]))).toBe(status)
  })

  /** A chain whose blocks are so far apart, and on which the nonce was used so many blocks ago. */
  const usedAgo = (blocks: bigint, secondsApart: number, latest = 0x10000) =>
    at({
      eth_blockNumber: `0x${latest.toString(16)}`,
      eth_getBlockByNumber: (block: string) => ({
        timestamp: `0x${Math.floor(Number(block) * secondsApart).toString(16)}`,
      }),
      eth_getTransactionCount: (_: string, block: string) => (BigInt(block) >= BigInt(latest) - blocks ? '0x8' : '0x7'),
    })

  it.each([
    ['a block every 10 s: twelve are two minutes', 12n, 10, 'replaced'],
    ['a block every 9 s: twelve are less, so it is four times as many', 12n, 9, 'unknown'],
    ['a block every 9 s: four times as many', 48n, 9, 'replaced'],
    ['four blocks a second: 768 of them', 768n, 1 / 4, 'replaced'],
    ['four blocks a second: 700 of them', 700n, 1 / 4, 'unknown'],
    ['so quick that no node has kept what was two minutes ago', 60_000n, 1 / 100, 'unknown'],
  ] as const)('M3: twelve blocks and two minutes. %s', async (_, ago, secondsApart, status) => {
    expect(await readStatus(sent, usedAgo(ago, secondsApart), new Map([[hash, 7n]]))).toBe(status)
  })

  it('M3: on a chain that is younger than two minutes, what was used before its first block is not what was used in it', async () => {
    const young = usedAgo(5n, 1 / 4, 20)
    expect(await readStatus(sent, young, new Map([[hash, 7n]]))).toBe('unknown')
    const since = at({
      ...{ eth_blockNumber: '0x14', eth_getBlockByNumber: quick },
      eth_getTransactionCount: '0x8',
    })
    expect(await readStatus(sent, since, new Map([[hash, 7n]]))).toBe('replaced')
  })

  it('without a hash nobody knows', async () => {
    expect(await readStatus({ address: me, sentAt: 0 }, at({}), new Map())).toBe('unknown')
  })
})
