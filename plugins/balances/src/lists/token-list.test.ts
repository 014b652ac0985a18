import { signal, type TokenBalance } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { createTokenList } from './token-list.js'

const token = (name: string, isFlagged = false): TokenBalance => ({
  caipNetworkId: 'fake:one',
  assetId: `${name}${isFlagged}`,
  name,
  symbol: name.slice(0, 2),
  address: `0x${name}`,
  amount: 1n,
  decimals: 0,
  ...(isFlagged && { spamFlags: ['lookAlike'] }),
})

describe('createTokenList', () => {
  it('applies the search to new holdings', () => {
    const holdings = signal({ status: 'ready' as const, tokens: [token('ab')], totalUsd: 0n })
    const list = createTokenList(holdings)
    list.search('a')
    list.search('ab')
    holdings.value = { ...holdings.value, tokens: [token('abx'), token('x')] }
    expect(list.unflagged.value.map(({ name }) => name)).toEqual(['abx'])
    list.search('')
    expect(list.unflagged.value.length).toBe(2)
  })

  it('lists matching tokens with spam flags separately', () => {
    const tokens = [token('ab'), token('abx', true), token('x', true)]
    const list = createTokenList(signal({ status: 'ready' as const, tokens, totalUsd: 0n }))
    list.search(' A')
    expect([list.unflagged.value, list.flagged.value]).toEqual([[tokens[0]], [tokens[1]]])
  })
})
