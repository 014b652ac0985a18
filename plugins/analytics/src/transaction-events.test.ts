import type { SentTransaction } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { notSentEvent, sentEvent, settledEvent } from './transaction-events.js'

const token = (symbol: string, decimals: number) => ({
  assetId: `eip155:1/erc20:0x${symbol}`,
  caipNetworkId: 'eip155:1',
  name: symbol,
  symbol,
  decimals,
})
const submission = { caipNetworkId: 'eip155:1', address: `0x${'ab'.repeat(20)}`, hash: '0xfeed', sentAt: 1 }
const transfer: SentTransaction = {
  ...{ type: 'transfer', receiver: `0x${'cd'.repeat(20)}`, token: token('USDC', 6), amount: 1_500_000n },
  ...submission,
}
const swap: SentTransaction = {
  type: 'swap',
  pay: { token: token('ETH', 18), amount: 10n ** 17n },
  receive: { token: token('USDC', 6), amount: 250_000_001n },
  ...submission,
}

describe('analytics events of transactions', () => {
  it('has network, token and exact amount of a transfer', () => {
    const facts = { network: 'eip155:1', token: 'USDC', amount: '1.5' }
    expect(sentEvent(transfer)).toEqual({ event: 'SEND_INITIATED', properties: facts })
    expect(settledEvent(transfer, 'confirmed')).toEqual({
      event: 'SEND_SUCCESS',
      properties: { ...facts, hash: '0xfeed' },
    })
    expect(settledEvent(transfer, 'failed')?.event).toBe('SEND_ERROR')
  })

  it('has token and amount of both sides of a swap', () => {
    expect(settledEvent(swap, 'confirmed')).toEqual({
      event: 'SWAP_SUCCESS',
      properties: {
        network: 'eip155:1',
        swapFromToken: 'ETH',
        swapFromAmount: '0.1',
        swapToToken: 'USDC',
        swapToAmount: '250.000001',
      },
    })
    expect([sentEvent(swap)?.event, settledEvent(swap, 'failed')?.event]).toEqual(['INITIATE_SWAP', 'SWAP_ERROR'])
  })

  it('contains no address of a sender or receiver', () => {
    const serializedEvents = JSON.stringify([
      sentEvent(transfer),
      settledEvent(transfer, 'confirmed'),
      settledEvent(swap, 'confirmed'),
    ])
    expect(serializedEvents).not.toMatch(/0x(ab|cd)/)
  })

  it('has the reason why nothing was sent, and distinguishes a rejected transfer from a failed one', () => {
    const facts = { network: 'eip155:1', token: 'USDC', amount: '1.5', message: 'no' }
    const unsent = { ...transfer, isRejected: true, message: 'no' }
    expect(notSentEvent(unsent)).toEqual({ event: 'SEND_REJECTED', properties: facts })
    expect(notSentEvent({ ...unsent, isRejected: false })).toEqual({ event: 'SEND_ERROR', properties: facts })
    expect(notSentEvent({ ...swap, isRejected: true, message: 'no' })).toMatchObject({
      event: 'SWAP_ERROR',
      properties: { swapToToken: 'USDC', message: 'no' },
    })
  })

  it('exists for an approval only if it failed', () => {
    const approval: SentTransaction = {
      ...{ type: 'approval', spender: `0x${'ef'.repeat(20)}`, token: token('USDC', 6), amount: 2_000_000n },
      ...submission,
    }
    const properties = { network: 'eip155:1', swapFromToken: 'USDC', swapFromAmount: '2' }
    expect([sentEvent(approval), settledEvent(approval, 'confirmed')]).toEqual([undefined, undefined])
    expect(settledEvent(approval, 'failed')).toEqual({
      event: 'SWAP_APPROVAL_ERROR',
      properties: { ...properties, message: 'The transaction failed on the chain.' },
    })
    expect(notSentEvent({ ...approval, isRejected: true, message: 'no' })).toEqual({
      event: 'SWAP_APPROVAL_ERROR',
      properties: { ...properties, message: 'no' },
    })
  })

  it('does not exist for contract calls', () => {
    const call: SentTransaction = { type: 'contractCall', target: '0x1', title: 'Mint', ...submission }
    expect([sentEvent(call), settledEvent(call, 'confirmed')]).toEqual([undefined, undefined])
  })
})
