// @vitest-environment happy-dom
import { keccak256 } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { FrameError } from '../gateway.js'
import { broadcast } from './broadcast.js'
import type { ReadChain } from './transaction.js'

const raw = '0x02f8'

beforeEach(() => {
  document.documentElement.lang = 'en'
})

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
    'invalid chain id for signer: have 1 want 5',
    'daily request count exceeded, request rate limited',
    'Limit exceeded',
  ])('rejects if the node refuses the transaction: %s', async (message) => {
    const refusal = new FrameError('SOURCE_FAILED', message)
    await expect(broadcast(raw, failing(refusal).call)).rejects.toBe(refusal)
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

  it('returns the hash if the nonce is used by this transaction', async () => {
    expect(await broadcast(raw, failing(nonceTooLow, { hash: keccak256(raw) }).call)).toBe(keccak256(raw))
  })

  it('rejects if the nonce is used by another transaction: this one is never mined', async () => {
    await expect(broadcast(raw, failing(nonceTooLow).call)).rejects.toMatchObject({ code: 'NOT_SENT' })
  })
})
