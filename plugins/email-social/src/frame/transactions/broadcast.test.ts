// @vitest-environment happy-dom
import { keccak256 } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FrameError } from '../gateway.js'
import { broadcast } from './broadcast.js'
import type { ReadChain } from './transaction.js'

const raw = '0x02f8'

beforeEach(() => {
  document.documentElement.lang = 'en'
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => vi.useRealTimers())

/** Result of a broadcast whose pauses have passed. */
const sent = async (call: ReadChain) => {
  const result = broadcast(raw, call).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return result
}

/** Node that answers a broadcast with `error`. `known`: its reply to `eth_getTransactionByHash`. */
const failing = (error: unknown, known: unknown = null) => {
  let sent = 0
  const call: ReadChain = async (method) => {
    if (method === 'eth_getTransactionByHash') return known
    sent++
    throw error
  }
  return { call, count: () => sent }
}

describe('B3: broadcast', () => {
  it.each([
    ['the gateway is unreachable', new TypeError('Failed to fetch')],
    ['the gateway failed', new FrameError('FAULT', 'An error occurred')],
    ['the node does not answer', new FrameError('UNANSWERED', 'The node does not answer.')],
    ['the node fails after it may have forwarded it', new FrameError('SOURCE_FAILED', 'context deadline exceeded')],
    ['the node fails without a reason', new FrameError('SOURCE_FAILED', 'Internal error')],
    ['the node exceeds a time limit', new FrameError('SOURCE_FAILED', 'execution time limit exceeded')],
    ...[
      ...['unexpected EOF', 'write: broken pipe', 'read ECONNRESET', 'socket hang up', 'fetch failed', 'network error'],
      ...['bad response', 'server is overloaded', 'busy', '', 'transaction sender is on a list of this node'],
    ].map(
      (message) => [`the node fails with "${message}"`, new FrameError('SOURCE_FAILED', message)] as [string, Error],
    ),
    ['the node already has the transaction', new FrameError('SOURCE_FAILED', 'already known')],
  ])('returns the hash and does not send again if %s', async (_, error) => {
    const { call, count } = failing(error)
    expect(await broadcast(raw, call)).toBe(keccak256(raw))
    expect(count()).toBe(1)
  })

  it.each([
    'insufficient funds for gas * price + value',
    'max fee per gas less than block base fee: address 0xaa, maxFeePerGas: 1, baseFee: 2',
    'replacement transaction underpriced',
    'nonce too high',
    'NONCE_TOO_HIGH',
    'Upfront cost exceeds account balance',
    'max priority fee per gas higher than max fee per gas',
    'gas tip cap 1, minimum needed 2: transaction underpriced',
    'intrinsic gas too low: gas 1, minimum needed 21000',
    'execution reverted',
    'rlp: expected input list for types.LegacyTx',
    'invalid chain id for signer: have 1 want 5',
    'daily request count exceeded, request rate limited',
    'Limit exceeded',
    'in-flight transaction limit reached for delegated accounts',
    'gapped-nonce tx from delegated accounts',
    'authority already reserved',
    'txpool is full',
    'tx fee (1.20 ether) exceeds the configured cap (1.00 ether)',
    'transaction type not supported',
    'InsufficientFunds, Account balance: 0, cumulative cost: 1',
    'FeeTooLow, EffectivePriorityFeePerGas too low 1 < 2',
  ])('rejects if the node refuses the transaction: %s', async (message) => {
    const refusal = new FrameError('SOURCE_FAILED', message)
    const { call } = failing(refusal)
    const calls = vi.fn(call)
    await expect(broadcast(raw, calls)).rejects.toBe(refusal)
    expect(calls).toHaveBeenCalledTimes(2) // no pause before the visitor learns of the refusal
  })

  const unknownReason = new FrameError('SOURCE_FAILED', 'transaction sender is on a list of this node')

  it('returns the hash if a proxy refuses the transaction, but the node has it or learns of it', async () => {
    const refusal = new FrameError('REFUSED', 'The server refused the request.')
    expect(await sent(failing(refusal, { hash: keccak256(raw) }).call)).toBe(keccak256(raw))
    const replies = [null, null, { hash: keccak256(raw) }]
    const { call } = failing(refusal)
    const late: ReadChain = async (method, params) =>
      method === 'eth_getTransactionByHash' ? replies.shift() : call(method, params)
    expect(await sent(late)).toBe(keccak256(raw))
  })

  it('returns the hash if the node refuses it for an unknown reason, and does not answer whether it has it', async () => {
    const silent: ReadChain = async (method) => {
      throw method === 'eth_getTransactionByHash' ? new FrameError('REFUSED', 'Too many requests') : unknownReason
    }
    expect(await sent(silent)).toBe(keccak256(raw))
  })

  it('returns the hash if the node reports an error but has the transaction, or does not answer whether it has', async () => {
    const underpriced = new FrameError('SOURCE_FAILED', 'transaction underpriced')
    expect(await broadcast(raw, failing(underpriced, { hash: keccak256(raw) }).call)).toBe(keccak256(raw))
    const { call } = failing(underpriced)
    const silent: ReadChain = async (method, params) => {
      if (method === 'eth_getTransactionByHash') throw new FrameError('UNANSWERED', 'The node does not answer.')
      return call(method, params)
    }
    expect(await broadcast(raw, silent)).toBe(keccak256(raw))
  })

  const nonceTooLow = new FrameError('SOURCE_FAILED', 'nonce too low: next nonce 5')
  const oldNonce = new FrameError('SOURCE_FAILED', 'OldNonce, Current nonce: 5, nonce of rejected tx: 4')

  it('returns the hash if the nonce is used by this transaction', async () => {
    expect(await broadcast(raw, failing(nonceTooLow, { hash: keccak256(raw) }).call)).toBe(keccak256(raw))
  })

  it.each([nonceTooLow, oldNonce])('rejects if the nonce is used by another transaction: %s', async (error) => {
    expect(await sent(failing(error).call)).toMatchObject({ code: 'NOT_SENT' })
  })
})
