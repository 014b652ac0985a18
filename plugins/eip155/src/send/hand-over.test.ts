import { describe, expect, it, vi } from 'vitest'
import { fakeChain, nodeError } from './chain.test.steps.js'
import { findSent } from './find-sent.js'
import { checkWallet, handOver, SEARCH_MS } from './hand-over.js'
import { toRequest } from './request.js'
import { findNonce, SEEN_WITHIN_MS, statusOf } from './status.js'

const [me, you, other] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const
const price = { maxFeePerGas: 30n, maxPriorityFeePerGas: 2n }
const request = toRequest({ from: me, receiver: you, amount: 5n, contract: undefined }, '1', 21_000n, price)
const hash = `0x${'ab'.repeat(32)}`
const listed = (more: object = {}) => ({
  ...{ hash, from: me.toLowerCase(), to: you.toLowerCase(), value: '0x5', input: '0x', nonce: '0x7' },
  ...more,
})
const chainWith = (...transactions: readonly unknown[]) =>
  fakeChain({
    eth_blockNumber: '0x10',
    eth_getBlockByNumber: (block: string) => ({ transactions: block === '0x10' ? transactions : [] }),
    eth_getTransactionCount: '0x7',
  })
/** A chain on which nothing happened, but for what is given. */
const quietChain = (answers: Readonly<Record<string, unknown>>) =>
  fakeChain({
    eth_blockNumber: '0x10',
    eth_getBlockByNumber: { transactions: [] },
    eth_getTransactionCount: '0x7',
    ...answers,
  })
const before = { nonce: 7n, block: 15n }
const withCode = (code: unknown, message = ''): Error => Object.assign(new Error(message), { code })

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
    expect((await findSent(chainWith(listed(more)), request, before))?.hash).toBe(isFound ? hash : undefined)
  })

  it('A4: blocks of nonsense hold nothing', async () => {
    for (const transactions of [null, 'x', [null], [{ hash }], [{ ...listed(), nonce: 'x' }]])
      expect(
        await findSent(fakeChain({ eth_blockNumber: '0x10', eth_getBlockByNumber: { transactions } }), request, before),
      ).toBeUndefined()
  })

  it('no more blocks are asked for than there were, nor a night’s worth of them', async () => {
    const few = chainWith()
    await findSent(few, request, before)
    expect(few.asked.filter((one) => one === 'eth_getBlockByNumber').length).toBe(2)
    const many = fakeChain({ eth_blockNumber: '0xffff', eth_getBlockByNumber: { transactions: [] } })
    await findSent(many, request, before)
    expect(many.asked.length).toBeLessThan(30)
  })
})

describe('handing over', () => {
  const give = async (answer: unknown, chain = chainWith()) => {
    vi.useFakeTimers()
    try {
      const ask = vi.fn(async (): Promise<unknown> => {
        if (answer instanceof Error) throw answer
        return answer
      })
      const outcome = handOver({ ask, chain, request, before, found: () => undefined }).catch((error) => error)
      await vi.advanceTimersByTimeAsync(SEARCH_MS.reduce((sum, one) => sum + one, 0))
      const result = await outcome
      expect(ask).toHaveBeenCalledTimes(1)
      return result
    } finally {
      vi.useRealTimers()
    }
  }

  it('answers with the hash, or that it was declined', async () => {
    expect(await give(hash)).toMatchObject({ status: 'sent', hash })
    for (const code of [4001, 'ACTION_REJECTED', 5000])
      expect(await give(withCode(code))).toEqual({ status: 'rejected' })
  })

  it('answers at once, and with the nonce when the chain has it', async () => {
    let show = (_: unknown): void => undefined
    const seen = new Promise((resolve) => {
      show = resolve
    })
    const outcome = await give(hash, fakeChain({ eth_getTransactionByHash: () => seen }))
    expect(outcome).toMatchObject({ status: 'sent', hash })
    show({ from: me.toLowerCase(), nonce: '0x7' })
    expect(await outcome.nonce).toBe(7n)
  })

  it.each([4100, 4200, -32601, -32602])('%i: the wallet did not let it through, so nothing was sent', async (code) => {
    expect(await give(withCode(code))).toMatchObject({ code: 'NOT_SENT' })
  })

  it.each([
    [withCode(-32000, 'insufficient funds for gas * price + value'), 'INSUFFICIENT_FUNDS'],
    [withCode(-32603, 'max fee per gas less than block base fee'), 'NOT_SENT'],
    [withCode(-32003, 'transaction rejected'), 'NOT_SENT'],
    [Object.assign(new Error('Internal'), { code: -32603, data: { message: 'transaction underpriced' } }), 'NOT_SENT'],
  ])('the words of a node that did not take it in: %s', async (error, code) => {
    expect(await give(error)).toMatchObject({ code })
  })

  it('the same words about a transaction that the chain has are no failure', async () => {
    for (const words of ['nonce too low', 'insufficient funds for transfer'])
      expect(await give(withCode(-32000, words), chainWith(listed()))).toMatchObject({ status: 'unknown', hash })
  })

  const refusals = [
    withCode(-32000, 'insufficient funds for gas * price + value'),
    withCode(-32000, 'replacement transaction underpriced'),
    withCode(-32003, 'transaction rejected'),
  ]
  const offline = new TypeError('offline')
  it.each([
    ['cannot be reached', { eth_blockNumber: offline }, 'unknown'],
    ['does not tell the blocks', { eth_getBlockByNumber: offline }, 'unknown'],
    ['does not count', { eth_getTransactionCount: offline }, 'unknown'],
    ['counts a transaction more', { eth_getTransactionCount: '0x8' }, 'unknown'],
    ['counts less than before', { eth_getTransactionCount: '0x6' }, 'unknown'],
    ['has fewer blocks than before', { eth_blockNumber: '0xe' }, 'unknown'],
    ['counts as before', {}, undefined],
  ])('H1: "nothing was sent" is certain only by the chain: one that %s', async (_, answers, status) => {
    for (const refusal of refusals) {
      const outcome = await give(refusal, quietChain(answers))
      expect(outcome).toMatchObject(
        status ? { status } : { code: expect.stringMatching(/^(NOT_SENT|INSUFFICIENT_FUNDS)$/) },
      )
    }
  })

  it('H1: the last look counts, and a nonce that was used stays so', async () => {
    const [refusal] = refusals
    const answerInTurn = (...answers: readonly unknown[]) => {
      let at = 0
      return () => answers[at++]
    }
    const counting = (...answers: readonly unknown[]) =>
      give(refusal, quietChain({ eth_getTransactionCount: answerInTurn(...answers) }))
    expect(await counting('0x7', '0x7', offline)).toMatchObject({ status: 'unknown' })
    expect(await counting('0x8', '0x7', '0x7')).toMatchObject({ status: 'unknown' })
    expect(await counting(offline, offline, '0x7')).toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })

  it('H1: the count is that of the sender, with what waits', async () => {
    const count = vi.fn(() => '0x7')
    await give(refusals[0], quietChain({ eth_getTransactionCount: count }))
    expect(count).toHaveBeenLastCalledWith(me, 'pending')
  })

  it.each([
    ['nonce too low', withCode(-32000, 'nonce too low')],
    ['nonce too low, with the code of a refusal', withCode(-32003, 'nonce too low: next nonce 8, tx nonce 7')],
    ['already known, with the code of a refusal', withCode(-32602, 'already known')],
    ['words that are about something else', withCode(-32603, 'cannot read the base fee or the gas limit')],
    ['a refusal of somebody further on', Object.assign(new Error('x'), { code: -32603, data: { code: -32601 } })],
    ['a rejection as cause', Object.assign(new Error('x'), { code: -32603, cause: { code: 4001 } })],
    ['a rejection that a node tells of', Object.assign(new Error('x'), { code: -32000, data: { code: 5000 } })],
    ['a refusal as cause', Object.assign(new Error('x'), { code: -32603, cause: { code: 4100 } })],
    ['an error that says it is ours', Object.assign(withCode('CHANGED_MEANWHILE'), { name: 'WalletModalError' })],
  ])('H1: %s is never certain', async (_, error) => {
    expect(await give(error)).toMatchObject({ status: 'unknown' })
  })

  it.each([
    ['a broken line', withCode(-32603, 'socket hang up')],
    ['a time-out', withCode(undefined, 'timeout')],
    ['what the node has already', withCode(-32000, 'already known')],
    ['a wallet that lost its nodes', withCode(4900)],
    ['an answer that is no hash', { hash }],
    ['no answer at all', undefined],
    ['half a hash', hash.slice(0, 60)],
  ])('%s is unknown, never a failure', async (_, answer) => {
    expect(await give(answer)).toMatchObject({ status: 'unknown' })
  })

  it('C4, C5: the wallet is asked for account and network', async () => {
    const wallet = (chainId: unknown, accounts: unknown) => async (method: string) =>
      method === 'eth_chainId' ? chainId : accounts
    const expected = { from: you, caipNetworkId: 'eip155:1', first: me }
    await expect(checkWallet(wallet('0x1', [me, you.toLowerCase()]), expected)).resolves.toBeUndefined()
    for (const [chainId, accounts] of [
      ['0x2', [me, you]],
      ['0x1', [me]],
      ['0x1', [you, me]],
      ['0x1', []],
    ])
      await expect(checkWallet(wallet(chainId, accounts), expected)).rejects.toMatchObject({
        code: 'CHANGED_MEANWHILE',
      })
  })
})

describe('what became of it', () => {
  const sent = { hash, address: me }
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
    expect(await statusOf(sent, at({ eth_getTransactionReceipt: { status: '0x1' } }), new Map())).toBe('confirmed')
    expect(await statusOf(sent, at({ eth_getTransactionReceipt: { status: '0x0' } }), new Map())).toBe('failed')
  })

  it('is replaced only where its nonce is used, it was seen before, and it has no receipt even then', async () => {
    const nonces = new Map<string, bigint>()
    expect(await statusOf(sent, at({ eth_getTransactionCount: '0x9' }), nonces)).toBe('unknown')
    expect(await statusOf(sent, at({ eth_getTransactionByHash: { from: me, nonce: '0x7' } }), nonces)).toBe('pending')
    expect(await statusOf(sent, at({ eth_getTransactionCount: '0x7' }), nonces)).toBe('unknown')
    expect(await statusOf(sent, at({ eth_getTransactionCount: '0x8' }), nonces)).toBe('replaced')
    let asked = 0
    const late = () => (asked++ === 0 ? null : { status: '0x1' })
    expect(await statusOf(sent, at({ eth_getTransactionCount: '0x8', eth_getTransactionReceipt: late }), nonces)).toBe(
      'confirmed',
    )
  })

  it('is replaced after a reload as well, where its nonce was kept with it', async () => {
    const kept = { ...sent, nonce: 7n }
    expect(await statusOf(kept, at({ eth_getTransactionCount: '0x8' }), new Map())).toBe('replaced')
    expect(await statusOf(kept, at({ eth_getTransactionCount: '0x7' }), new Map())).toBe('unknown')
  })

  it('is never told by the nonce of whoever hands in the calls of others', async () => {
    const nonces = new Map<string, bigint>()
    const byOther = at({ eth_getTransactionByHash: { from: other, nonce: '0x1' } })
    expect(await statusOf(sent, byOther, nonces)).toBe('pending')
    expect(await statusOf(sent, at({ eth_getTransactionCount: '0x8' }), nonces)).toBe('unknown')
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
    expect(await findNonce(at({ eth_getTransactionByHash: new TypeError('offline') }), hash, me)).toBeUndefined()
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
    expect(await statusOf(sent, chain, new Map([[hash, 7n]]))).toBe(status)
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
    expect(await statusOf(sent, usedAgo(ago, secondsApart), new Map([[hash, 7n]]))).toBe(status)
  })

  it('M3: on a chain that is younger than two minutes, what was used before its first block is not what was used in it', async () => {
    const young = usedAgo(5n, 1 / 4, 20)
    expect(await statusOf(sent, young, new Map([[hash, 7n]]))).toBe('unknown')
    const since = at({
      ...{ eth_blockNumber: '0x14', eth_getBlockByNumber: quick },
      eth_getTransactionCount: '0x8',
    })
    expect(await statusOf(sent, since, new Map([[hash, 7n]]))).toBe('replaced')
  })

  it('without a hash nobody knows', async () => {
    expect(await statusOf({ address: me }, at({}), new Map())).toBe('unknown')
  })
})
