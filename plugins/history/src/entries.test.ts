import { describe, expect, it } from 'vitest'
import { toEntry } from './entries.js'
import type { StoredTransaction } from './sent/stored-transaction.js'

const token = (caipNetworkId: string) => ({
  ...{ assetId: `${caipNetworkId}/erc20:0x6`, caipNetworkId, address: '0x6', name: 'Six', symbol: 'SIX', decimals: 6 },
})
const swapTo = (caipNetworkId: string): StoredTransaction => ({
  ...{ type: 'swap', caipNetworkId: 'eip155:1', address: '0x1', hash: '0xabc', sentAt: 1 },
  ...{ pay: { token: token('eip155:1'), amount: 5n }, receive: { token: token(caipNetworkId), amount: 4n } },
})
const directions = (sent: StoredTransaction) => toEntry(sent, false).transfers.map(({ direction }) => direction)

describe('the entry of a swap', () => {
  it('contains the paid and the received token', () => {
    expect(directions(swapTo('eip155:1'))).toEqual(['out', 'in'])
  })

  it('to another network contains only the paid token, because this transaction pays no token there', () => {
    expect(directions(swapTo('eip155:10'))).toEqual(['out'])
  })
})
