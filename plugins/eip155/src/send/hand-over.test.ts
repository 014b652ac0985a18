import { describe, expect, it, vi } from 'vitest'
import { fakeChain } from './chain.test.steps.js'
import { findSent } from './find-sent.js'
import { checkWallet, handOver, SEARCH_MS } from './hand-over.js'
import { toRequest } from './request.js'
import { statusOf } from './status.js'

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
    expect(await give(hash)).toEqual({ status: 'sent', hash })
    for (const code of [4001, 'ACTION_REJECTED', 5000])
      expect(await give(withCode(code))).toEqual({ status: 'rejected' })
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
  const at = (answers: Readonly<Record<string, unknown>>) =>
    fakeChain({ eth_getTransactionReceipt: null, eth_getTransactionByHash: null, ...answers })
  it('is what the receipt says', async () => {
    expect(await statusOf(sent, at({ eth_getTransactionReceipt: { status: '0x1' } }), new Map())).toBe('confirmed')
    expect(await statusOf(sent, at({ eth_getTransactionReceipt: { status: '0x0' } }), new Map())).toBe('failed')
  })

  it('is replaced only where its nonce is used, it was seen before, and it has no receipt even then', async () => {
    const nonces = new Map<string, bigint>()
    expect(await statusOf(sent, at({ eth_getTransactionCount: '0x9' }), nonces)).toBe('unknown')
    expect(await statusOf(sent, at({ eth_getTransactionByHash: { nonce: '0x7' } }), nonces)).toBe('pending')
    expect(await statusOf(sent, at({ eth_getTransactionCount: '0x7' }), nonces)).toBe('unknown')
    expect(await statusOf(sent, at({ eth_getTransactionCount: '0x8' }), nonces)).toBe('replaced')
    let asked = 0
    const late = () => (asked++ === 0 ? null : { status: '0x1' })
    expect(await statusOf(sent, at({ eth_getTransactionCount: '0x8', eth_getTransactionReceipt: late }), nonces)).toBe(
      'confirmed',
    )
  })

  it('without a hash nobody knows', async () => {
    expect(await statusOf({ address: me }, at({}), new Map())).toBe('unknown')
  })
})
