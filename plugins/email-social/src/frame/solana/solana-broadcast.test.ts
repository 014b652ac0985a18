import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FrameError } from '../gateway.js'
import { broadcastSolana } from './solana-broadcast.js'

/** Broadcast that fails with `error`. `status`: status of the transaction. */
const failing = (error: unknown, status: unknown = null) => ({
  send: vi.fn().mockRejectedValue(error),
  readStatus: async () => ({ context: { slot: 1 }, value: [status] }),
})
const nodeError = (message: string) => new FrameError('SOURCE_FAILED', message)
const proxyRefusal = new FrameError('REFUSED', 'The server refused the request.')

beforeEach(() => void vi.stubGlobal('setTimeout', queueMicrotask)) // no pauses
afterEach(() => vi.unstubAllGlobals())

describe('B3: a Solana transaction', () => {
  it.each([
    ['the gateway is unreachable', new TypeError('Failed to fetch')],
    ['the node does not answer', new FrameError('UNANSWERED', 'The node does not answer.')],
    ['the node exceeds a time limit', nodeError('Request timed out')],
    ['the node fails without a reason', nodeError('Internal error')],
    ['it was included', nodeError('Transaction simulation failed: This transaction has already been processed')],
  ])('counts as sent, and is sent once, if %s', async (_, error) => {
    const broadcast = failing(error)
    await broadcastSolana(broadcast)
    expect(broadcast.send).toHaveBeenCalledOnce()
  })

  it.each([
    'Transaction simulation failed: Blockhash not found',
    'Transaction signature verification failure',
    'base64 encoded solana_sdk::transaction::Transaction too large: 1700 bytes',
    'Node is behind by 42 slots',
    'Too many requests for a specific RPC call',
  ])('counts as not sent if the node refuses it: %s', async (message) => {
    const error = nodeError(message)
    await expect(broadcastSolana(failing(error))).rejects.toBe(error)
  })

  it('counts as not sent if the gateway refuses it', async () => {
    const error = new FrameError('NOT_ALLOWED', 'Requested RPC call is not allowed')
    await expect(broadcastSolana(failing(error))).rejects.toBe(error)
  })

  it('counts as sent after the refusal of a proxy only if the node has it', async () => {
    await broadcastSolana(failing(proxyRefusal, { slot: 1 }))
    await expect(broadcastSolana(failing(proxyRefusal))).rejects.toBe(proxyRefusal)
    const unanswered = { ...failing(proxyRefusal), readStatus: () => Promise.reject(proxyRefusal) }
    await expect(broadcastSolana(unanswered)).rejects.toBe(proxyRefusal)
  })
})
