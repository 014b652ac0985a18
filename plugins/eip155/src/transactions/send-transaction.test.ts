import { WalletModalError } from '@wallet-modal/kernel'
import { describe, expect, it, vi } from 'vitest'
import { fakeNode, hash, me, nodeWith, position, request, toBlockTransaction, you } from '../node.test.fixtures.js'
import { checkWallet, isHash, SEARCH_MS, sendTransaction } from './send-transaction.js'

/** A node without new transactions. `answers` replaces some of its answers. */
const quietChain = (answers: Readonly<Record<string, unknown>>) =>
  fakeNode({
    eth_blockNumber: '0x10',
    eth_getBlockByNumber: { transactions: [] },
    eth_getTransactionCount: '0x7',
    ...answers,
  })
const withCode = (code: unknown, message = ''): Error => Object.assign(new Error(message), { code })
describe('sendTransaction', () => {
  const sendWith = async (answer: unknown, node = nodeWith()) => {
    vi.useFakeTimers()
    try {
      const requestWallet = vi.fn(async (): Promise<unknown> => {
        if (answer instanceof Error) throw answer
        return answer
      })
      const outcome = sendTransaction({ requestWallet, node, request, position, onFound: () => undefined }).catch(
        (error) => error,
      )
      await vi.advanceTimersByTimeAsync(SEARCH_MS.reduce((sum, one) => sum + one, 0))
      const result = await outcome
      expect(requestWallet).toHaveBeenCalledTimes(1)
      return result
    } finally {
      vi.useRealTimers()
    }
  }

  it('returns the hash, or `rejected` if the user rejected', async () => {
    expect(await sendWith(hash)).toMatchObject({ status: 'sent', hash })
    for (const code of [4001, 'ACTION_REJECTED', 5000])
      expect(await sendWith(withCode(code))).toEqual({ status: 'rejected' })
  })

  it('returns at once, and resolves the nonce once the chain has the transaction', async () => {
    let show = (_: unknown): void => undefined
    const seen = new Promise((resolve) => {
      show = resolve
    })
    const outcome = await sendWith(hash, fakeNode({ eth_getTransactionByHash: () => seen }))
    expect(outcome).toMatchObject({ status: 'sent', hash })
    show({ from: me.toLowerCase(), nonce: '0x7' })
    expect(await outcome.nonce).toBe(7n)
  })

  it.each([4100, 4200, -32601, -32602])('fails with NOT_SENT if the wallet answers code %i', async (code) => {
    expect(await sendWith(withCode(code))).toMatchObject({ code: 'NOT_SENT' })
  })

  it.each([
    [withCode(-32000, 'insufficient funds for gas * price + value'), 'INSUFFICIENT_FUNDS'],
    [withCode(-32603, 'max fee per gas less than block base fee'), 'NOT_SENT'],
    [withCode(-32003, 'transaction rejected'), 'NOT_SENT'],
    [Object.assign(new Error('Internal'), { code: -32603, data: { message: 'transaction underpriced' } }), 'NOT_SENT'],
  ])('recognizes a node error that says the transaction was not accepted: %s', async (error, code) => {
    expect(await sendWith(error)).toMatchObject({ code })
  })

  it('returns `unknown` and the hash if a node error says that the transaction was not accepted, but the chain has it', async () => {
    for (const words of ['nonce too low', 'insufficient funds for transfer'])
      expect(await sendWith(withCode(-32000, words), nodeWith(toBlockTransaction()))).toMatchObject({
        status: 'unknown',
        hash,
      })
  })

  const refusals = [
    withCode(-32000, 'insufficient funds for gas * price + value'),
    withCode(-32000, 'replacement transaction underpriced'),
    withCode(-32003, 'transaction rejected'),
  ]
  const offline = new WalletModalError('NETWORK_ERROR', 'offline')
  it.each([
    ['cannot be reached: unknown', { eth_blockNumber: offline }, 'unknown'],
    ['returns no blocks: unknown', { eth_getBlockByNumber: offline }, 'unknown'],
    ['returns no nonce: unknown', { eth_getTransactionCount: offline }, 'unknown'],
    ['has a higher nonce than before: unknown', { eth_getTransactionCount: '0x8' }, 'unknown'],
    ['has a lower nonce than before: unknown', { eth_getTransactionCount: '0x6' }, 'unknown'],
    ['has fewer blocks than before: unknown', { eth_blockNumber: '0xe' }, 'unknown'],
    ['has the same nonce as before: not sent', {}, undefined],
  ])(
    'B3: a node error is trusted only if the chain confirms that nothing was sent. The chain %s',
    async (_, answers, status) => {
      for (const refusal of refusals) {
        const outcome = await sendWith(refusal, quietChain(answers))
        expect(outcome).toMatchObject(
          status ? { status } : { code: expect.stringMatching(/^(NOT_SENT|INSUFFICIENT_FUNDS)$/) },
        )
      }
    },
  )

  it('B3: trusts a node error only if the last read of the nonce shows no change and no earlier read was higher', async () => {
    const [refusal] = refusals
    const answerInTurn = (...answers: readonly unknown[]) => {
      let at = 0
      return () => answers[at++]
    }
    const counting = (...answers: readonly unknown[]) =>
      sendWith(refusal, quietChain({ eth_getTransactionCount: answerInTurn(...answers) }))
    expect(await counting('0x7', '0x7', offline)).toMatchObject({ status: 'unknown' })
    expect(await counting('0x8', '0x7', '0x7')).toMatchObject({ status: 'unknown' })
    expect(await counting(offline, offline, '0x7')).toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })

  it('passes a found transaction on, so that its nonce is known', async () => {
    const onFound = vi.fn()
    const requestWallet = () => Promise.reject(withCode(-32603, 'socket hang up'))
    await sendTransaction({ requestWallet, node: nodeWith(toBlockTransaction()), request, position, onFound })
    expect(onFound).toHaveBeenCalledExactlyOnceWith({ hash, nonce: 7n })
  })

  it('accepts only a string as a hash, and reads errors that contain themselves', async () => {
    expect([isHash(hash), isHash([hash])]).toEqual([true, false])
    const cyclic = withCode(-32603, 'socket hang up')
    cyclic.cause = cyclic
    expect(await sendWith(cyclic)).toMatchObject({ status: 'unknown' })
  })

  it('B3: counts the transactions of the sender, including pending ones', async () => {
    const count = vi.fn(() => '0x7')
    await sendWith(refusals[0], quietChain({ eth_getTransactionCount: count }))
    expect(count).toHaveBeenLastCalledWith(me, 'pending')
  })

  it.each([
    ['nonce too low', withCode(-32000, 'nonce too low')],
    [
      'nonce too low with the code of a rejected transaction',
      withCode(-32003, 'nonce too low: next nonce 8, tx nonce 7'),
    ],
    ['already known with the code of invalid params', withCode(-32602, 'already known')],
    ['a message about something else', withCode(-32603, 'cannot read the base fee or the gas limit')],
    ['a refusal code in the error data', Object.assign(new Error('x'), { code: -32603, data: { code: -32601 } })],
    ['a rejection code as cause', Object.assign(new Error('x'), { code: -32603, cause: { code: 4001 } })],
    [
      'a rejection code in the data of a node error',
      Object.assign(new Error('x'), { code: -32000, data: { code: 5000 } }),
    ],
    ['a refusal code as cause', Object.assign(new Error('x'), { code: -32603, cause: { code: 4100 } })],
    [
      'a wallet error that claims to be a WalletModalError',
      Object.assign(withCode('CHANGED_MEANWHILE'), { name: 'WalletModalError' }),
    ],
  ])('B3: returns `unknown` for a wallet error that does not prove that nothing was sent: %s', async (_, error) => {
    expect(await sendWith(error)).toMatchObject({ status: 'unknown' })
  })

  it.each([
    ['a broken connection', withCode(-32603, 'socket hang up')],
    ['a time-out', withCode(undefined, 'timeout')],
    ['a transaction that the node already has', withCode(-32000, 'already known')],
    ['a wallet without connection to a node', withCode(4900)],
    ['an answer that is not a string', { hash }],
    ['no answer at all', undefined],
    ['a truncated hash', hash.slice(0, 60)],
  ])('returns `unknown` and does not fail for %s', async (_, answer) => {
    expect(await sendWith(answer)).toMatchObject({ status: 'unknown' })
  })

  it('C4, C5: checkWallet rejects if the account or the network of the wallet changed', async () => {
    const wallet = (chainId: unknown, accounts: unknown) => async (method: string) =>
      method === 'eth_chainId' ? chainId : accounts
    const expected = { from: you, caipNetworkId: 'eip155:1', firstAccount: me }
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
