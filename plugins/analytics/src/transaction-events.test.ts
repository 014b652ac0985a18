import type { SentTransaction } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { sentEvent, settledEvent } from './transaction-events.js'

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

describe('events of transactions', () => {
  it('tells a transfer by network, token and exact amount', () => {
    const facts = { network: 'eip155:1', token: 'USDC', amount: '1.5' }
    expect(sentEvent(transfer)).toEqual({ event: 'SEND_INITIATED', properties: facts })
    expect(settledEvent(transfer, true)).toEqual({ event: 'SEND_SUCCESS', properties: { ...facts, hash: '0xfeed' } })
    expect(settledEvent(transfer, false)?.event).toBe('SEND_ERROR')
  })

  it('tells a swap by both its sides', () => {
    expect(settledEvent(swap, true)).toEqual({
      event: 'SWAP_SUCCESS',
      properties: {
        network: 'eip155:1',
        swapFromToken: 'ETH',
        swapFromAmount: '0.1',
        swapToToken: 'USDC',
        swapToAmount: '250.000001',
      },
    })
    expect([sentEvent(swap)?.event, settledEvent(swap, false)?.event]).toEqual(['INITIATE_SWAP', 'SWAP_ERROR'])
  })

  it('names no account, sender or receiver', () => {
    const told = JSON.stringify([sentEvent(transfer), settledEvent(transfer, true), settledEvent(swap, true)])
    expect(told).not.toMatch(/0x(ab|cd)/)
  })

  it('leaves approvals and calls of strangers out', () => {
    const call: SentTransaction = { type: 'contractCall', target: '0x1', title: 'Mint', ...submission }
    expect([sentEvent(call), settledEvent(call, true)]).toEqual([undefined, undefined])
  })
})
