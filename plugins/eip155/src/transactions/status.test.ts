import { WalletModalError } from '@wallet-modal/kernel'
import { describe, expect, it, vi } from 'vitest'
import { fakeNode, hash, me, nodeError, other } from '../node.test.fixtures.js'
import { findNonce, readStatus, SEEN_WITHIN_MS } from './status.js'

describe('the status of a sent transaction', () => {
  const sent = { hash, address: me, sentAt: Date.now() }
  /** A block every 12 s. */
  const slow = (block: string) => ({ timestamp: `0x${(Number(block) * 12).toString(16)}` })
  /** Four blocks a second. */
  const quick = (block: string) => ({ timestamp: `0x${Math.floor(Number(block) / 4).toString(16)}` })
  const at = (answers: Readonly<Record<string, unknown>>) =>
    fakeNode({
      ...{ eth_getTransactionReceipt: null, eth_getTransactionByHash: null, eth_blockNumber: '0x20' },
      ...{ eth_getBlockByNumber: slow, ...answers },
    })
  it('is confirmed or failed by the status of its receipt', async () => {
    expect(await readStatus(sent, at({ eth_getTransactionReceipt: { status: '0x1' } }), new Map())).toBe('confirmed')
    expect(await readStatus(sent, at({ eth_getTransactionReceipt: { status: '0x0' } }), new Map())).toBe('failed')
  })

  it('is replaced if its known nonce is used and the second lookup finds no receipt either', async () => {
    const nonces = new Map<string, bigint>()
    expect(await readStatus(sent, at({ eth_getTransactionCount: '0x9' }), nonces)).toBe('unknown')
    expect(await readStatus(sent, at({ eth_getTransactionByHash: { from: me, nonce: '0x7' } }), nonces)).toBe('pending')
    expect(await readStatus(sent, at({ eth_getTransactionCount: '0x7' }), nonces)).toBe('unknown')
    expect(await readStatus(sent, at({ eth_getTransactionCount: '0x8' }), nonces)).toBe('replaced')
    let requestCount = 0
    const late = () => (requestCount++ === 0 ? null : { status: '0x1' })
    expect(
      await readStatus(sent, at({ eth_getTransactionCount: '0x8', eth_getTransactionReceipt: late }), nonces),
    ).toBe('confirmed')
  })

  it('is replaced after a reload too, if its nonce was stored', async () => {
    const stored = { ...sent, nonce: 7n }
    expect(await readStatus(stored, at({ eth_getTransactionCount: '0x8' }), new Map())).toBe('replaced')
    expect(await readStatus(stored, at({ eth_getTransactionCount: '0x7' }), new Map())).toBe('unknown')
  })

  it('is unknown instead of replaced if it is over a day old, because nodes may have dropped its receipt', async () => {
    const stored = { ...sent, nonce: 7n, sentAt: Date.now() - 86_400_001 }
    expect(await readStatus(stored, at({ eth_getTransactionCount: '0x8' }), new Map())).toBe('unknown')
    expect(await readStatus(stored, at({ eth_getTransactionReceipt: { status: '0x1' } }), new Map())).toBe('confirmed')
  })

  it('ignores the nonce of another sender, for example of a bundler', async () => {
    const nonces = new Map<string, bigint>()
    const byOther = at({ eth_getTransactionByHash: { from: other, nonce: '0x1' } })
    expect(await readStatus(sent, byOther, nonces)).toBe('pending')
    expect(await readStatus(sent, at({ eth_getTransactionCount: '0x8' }), nonces)).toBe('unknown')
    expect(await findNonce(byOther, hash, me)).toBeUndefined()
  })

  it('depends on the nonce: findNonce resolves to undefined if no node has the transaction within SEEN_WITHIN_MS', async () => {
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
      'used 12 blocks ago (replaced)',
      '0x20',
      (block: string) => (block === 'latest' || Number(block) >= 0x14 ? '0x8' : '0x7'),
      'replaced',
    ],
    [
      'used 11 blocks ago (unknown)',
      '0x20',
      (block: string) => (block === 'latest' || Number(block) >= 0x15 ? '0x8' : '0x7'),
      'unknown',
    ],
    [
      'used on a chain of 12 blocks (unknown)',
      '0xc',
      (block: string) => (block === 'latest' || Number(block) > 0 ? '0x8' : '0x0'),
      'unknown',
    ],
    ['used at a time that the node cannot read (unknown)', '0x20', nodeError('missing trie node'), 'unknown'],
  ])('counts a nonce as used only if older blocks confirm it: a nonce %s', async (_, latest, count, status) => {
    const node = at({
      eth_blockNumber: latest,
      eth_getTransactionCount: (_: string, block: string) => (typeof count === 'function' ? count(block) : count),
    })
    expect(await readStatus(sent, node, new Map([[hash, 7n]]))).toBe(status)
  })

  /** Node of a chain with this block time in seconds, on which the nonce was used this many blocks ago. */
  const nodeWithUsedNonce = (blocks: bigint, secondsApart: number, latest = 0x10000) =>
    at({
      eth_blockNumber: `0x${latest.toString(16)}`,
      eth_getBlockByNumber: (block: string) => ({
        timestamp: `0x${Math.floor(Number(block) * secondsApart).toString(16)}`,
      }),
      eth_getTransactionCount: (_: string, block: string) => (BigInt(block) >= BigInt(latest) - blocks ? '0x8' : '0x7'),
    })

  it.each([
    ['12 blocks of 10 s (replaced)', 12n, 10, 'replaced'],
    ['12 blocks of 9 s, where 48 are required (unknown)', 12n, 9, 'unknown'],
    ['48 blocks of 9 s (replaced)', 48n, 9, 'replaced'],
    ['768 blocks of 0.25 s (replaced)', 768n, 1 / 4, 'replaced'],
    ['700 blocks of 0.25 s (unknown)', 700n, 1 / 4, 'unknown'],
    ['blocks so fast that a node has no state of two minutes ago (unknown)', 60_000n, 1 / 100, 'unknown'],
  ] as const)(
    'is replaced once the nonce was used 12 blocks and 2 minutes ago: %s',
    async (_, ago, secondsApart, status) => {
      expect(await readStatus(sent, nodeWithUsedNonce(ago, secondsApart), new Map([[hash, 7n]]))).toBe(status)
    },
  )

  it('on a chain younger than 2 minutes is replaced only if the nonce is already used at the first block', async () => {
    const young = nodeWithUsedNonce(5n, 1 / 4, 20)
    expect(await readStatus(sent, young, new Map([[hash, 7n]]))).toBe('unknown')
    const since = at({
      ...{ eth_blockNumber: '0x14', eth_getBlockByNumber: quick },
      eth_getTransactionCount: '0x8',
    })
    expect(await readStatus(sent, since, new Map([[hash, 7n]]))).toBe('replaced')
  })

  it('is unknown without a hash', async () => {
    expect(await readStatus({ address: me, sentAt: 0 }, at({}), new Map())).toBe('unknown')
  })
})
