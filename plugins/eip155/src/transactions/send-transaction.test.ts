import { WalletModalError } from '@wallet-modal/kernel'
import { describe, expect, it, vi } from 'vitest'
import { chainWith, fakeChain, hash, listed, me, position, request, you } from './chain.test.fixtures.js'
import { checkWallet, SEARCH_MS, sendTransaction } from './send-transaction.js'

/** A chain on which nothing happened, but for what is given. */
const quietChain = (answers: Readonly<Record<string, unknown>>) =>
  fakeChain({
    eth_blockNumber: '0x10',
    eth_getBlockByNumber: { transactions: [] },
    eth_getTransactionCount: '0x7',
    ...answers,
  })
const withCode = (code: unknown, message = ''): Error => Object.assign(new Error(message), { code })
describe('sendTransaction', () => {
  const give = async (answer: unknown, chain = chainWith()) => {
    vi.useFakeTimers()
    try {
      const ask = vi.fn(async (): Promise<unknown> => {
        if (answer instanceof Error) throw answer
        return answer
      })
      const outcome = sendTransaction({ ask, chain, request, position, onFound: () => undefined }).catch(
        (error) => error,
      )
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
  const offline = new WalletModalError('NETWORK_ERROR', 'offline')
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
