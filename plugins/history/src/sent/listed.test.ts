import type { HistoryEntry, HistoryTransfer, SentTransfer } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { listedOf } from './listed.js'

const dollar = `eip155:1/erc20:0x${'aB'.repeat(20)}`
/** Payment whose hash is not known. */
const payment = (assetId = dollar, caipNetworkId = 'eip155:1'): SentTransfer => ({
  ...{ type: 'transfer', caipNetworkId, address: '0xowner', receiver: '0xshop', amount: 150n, sentAt: 1000 },
  token: { assetId, caipNetworkId, name: 'Dollar', symbol: 'USD', decimals: 2 },
})
const entryOf = (transfer: Partial<HistoryTransfer>, caipNetworkId = 'eip155:1'): HistoryEntry => ({
  ...{ id: 'listed', caipNetworkId, hash: '0x1', type: 'send', status: 'confirmed', at: 2000 },
  ...{ from: '0xowner', to: '0xshop' },
  transfers: [
    { direction: 'out', kind: 'token', name: 'Dollar', symbol: 'USD', amount: 150n, decimals: 2, ...transfer },
  ],
})
const isListed = (sent: SentTransfer, entry: HistoryEntry): boolean => listedOf([sent], [entry]).size > 0

describe('a transfer without a hash', () => {
  it('is not matched to a transfer of another token with the same symbol', () => {
    expect(isListed(payment(), entryOf({ assetId: `eip155:1/erc20:0x${'cd'.repeat(20)}` }))).toBe(false)
    expect(isListed(payment(), entryOf({ assetId: 'eip155:1/slip44:60' }))).toBe(false)
  })

  it('is matched by the address of the token, whatever symbol the source has', () => {
    expect(isListed(payment(), entryOf({ assetId: dollar.toLowerCase(), symbol: 'USD₮' }))).toBe(true)
  })

  it('of the coin is matched to a transfer of the contract that moves the coin', () => {
    const assetId = 'eip155:42220/erc20:0x471EcE3750Da237f93B8E339c536989b8978a438'
    const entry = entryOf({ assetId }, 'eip155:42220')
    expect(isListed(payment('eip155:42220/slip44:52752', 'eip155:42220'), entry)).toBe(true)
  })

  it('is matched by the symbol if the source does not know the asset', () => {
    expect([isListed(payment(), entryOf({})), isListed(payment(), entryOf({ symbol: 'EUR' }))]).toEqual([true, false])
  })
})
