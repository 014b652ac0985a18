import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { FrameError } from '../gateway.js'
import { broadcast } from './broadcast.js'

const raw = '0x02f8'
const failing = (error: unknown) => {
  let sent = 0
  const send = async (): Promise<never> => {
    sent++
    throw error
  }
  return { send, count: () => sent }
}

describe('B3: broadcast', () => {
  it.each([
    ['the gateway is unreachable', new TypeError('Failed to fetch')],
    ['the gateway failed', new FrameError('FAULT', 'An error occurred')],
    ['the node does not answer', new FrameError('UNANSWERED', 'The node does not answer.')],
    ['the node already has the transaction', new FrameError('SOURCE_FAILED', 'already known')],
    ['the nonce of the transaction was used', new FrameError('SOURCE_FAILED', 'nonce too low: next nonce 5')],
  ])('returns the hash and does not send again if %s', async (_, error) => {
    const { send, count } = failing(error)
    expect(await broadcast(raw, send)).toBe(keccak256(raw))
    expect(count()).toBe(1)
  })

  it('rejects if the node refuses the transaction', async () => {
    const refusal = new FrameError('SOURCE_FAILED', 'insufficient funds for gas * price + value')
    await expect(broadcast(raw, failing(refusal).send)).rejects.toBe(refusal)
  })
})
