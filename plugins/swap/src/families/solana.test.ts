import type { AssetToken } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { assertOutcome } from './solana.js'

const network = {
  ...{ caipNetworkId: 'solana:1', namespace: 'solana', reference: '1', name: 'Solana', rpcUrls: [] },
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
}
const [coin, wrapped, token, other] = [
  ...['solana:1/slip44:501', 'solana:1/token:So11111111111111111111111111111111111111112'],
  ...['solana:1/token:a', 'solana:1/token:b'],
] as const
/** Allowed rent of new accounts, in lamports. */
const RENT = 4n

const toToken = (assetId: string): AssetToken => ({
  ...{ assetId, caipNetworkId: 'solana:1', name: assetId, symbol: 'T', decimals: 9 },
})

const outcome = (pay: string, receive: string, changes: Readonly<Record<string, bigint>>) => {
  const request = {
    ...{ network, receiveNetwork: network, account: 'Hc7UL95yEDBhmQh6XHS2PqPyxQ9p9ePdCXfX5QbiLMvL' },
    ...{ amount: 100n, slippageBps: 100 },
    ...{ pay: toToken(pay), receive: toToken(receive) },
  }
  const list = Object.entries(changes).map(([assetId, amount]) => ({ assetId, amount }))
  return () => assertOutcome({ request, minimum: 50n }, list, RENT)
}

describe('assertOutcome', () => {
  it.each([
    ['coins for tokens, with the rent of a new account', coin, token, { [coin]: -104n, [token]: 50n }],
    ['coins for tokens, partly paid from wrapped coins', coin, token, { [coin]: -93n, [wrapped]: -7n, [token]: 51n }],
    ['tokens for coins', token, coin, { [token]: -100n, [coin]: 50n }],
    ['tokens for tokens', token, other, { [token]: -100n, [other]: 50n, [coin]: -4n }],
  ])('accepts a swap of %s', (_, pay, receive, changes) => {
    expect(outcome(pay, receive, changes)).not.toThrow()
  })

  it.each([
    ['more coins', coin, token, { [coin]: -105n, [token]: 50n }],
    ['more tokens', token, other, { [token]: -101n, [other]: 50n }],
    ['a third token', coin, token, { [coin]: -100n, [token]: 50n, [other]: -1n }],
    ['coins in addition to tokens', token, other, { [token]: -100n, [other]: 50n, [coin]: -5n }],
    ['wrapped coins in addition to tokens', token, other, { [token]: -100n, [other]: 50n, [wrapped]: -1n }],
  ])('rejects a transaction that takes %s', (_, pay, receive, changes) => {
    expect(outcome(pay, receive, changes)).toThrow('would take more')
  })

  it.each([
    ['less than the minimum', coin, token, { [coin]: -100n, [token]: 49n }],
    ['nothing', token, other, { [token]: -100n }],
  ])('rejects a transaction that pays %s', (_, pay, receive, changes) => {
    expect(outcome(pay, receive, changes)).toThrow('less than the minimum')
  })
})
