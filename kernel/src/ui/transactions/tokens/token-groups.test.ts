import { describe, expect, it } from 'vitest'
import type { AccountToken } from '../../../domain/assets/account-tokens.js'
import { ambiguousSymbols, groupTokens } from './token-groups.js'

const token = (symbol: string): AccountToken => ({
  assetId: symbol,
  caipNetworkId: 'eip155:1',
  name: symbol,
  symbol,
  decimals: 18,
  amount: undefined,
})
const [a, b, c, d] = ['A', 'B', 'C', 'D'].map(token) as [AccountToken, AccountToken, AccountToken, AccountToken]
const group = (title: string, ...symbols: readonly string[]) => ({
  title,
  has: ({ symbol }: AccountToken) => symbols.includes(symbol),
})

describe('groupTokens', () => {
  it('returns groups in the given order, each with its title, and keeps the order of tokens', () => {
    expect(groupTokens([d, c, b, a], [group('first', 'A', 'D'), group('second', 'B', 'C')])).toEqual({
      rows: ['first', d, a, 'second', c, b],
      headings: [0, 3],
    })
  })

  it('puts a token in its first matching group, tokens without a group first, and omits empty groups', () => {
    expect(groupTokens([a, b, c], [group('one', 'B'), group('two', 'B'), group('three', 'C')])).toEqual({
      rows: [a, 'one', b, 'three', c],
      headings: [1, 3],
    })
  })

  it('returns no titles without groups', () => {
    expect(groupTokens([a, b], [])).toEqual({ rows: [a, b], headings: [] })
  })
})

it('symbols are ambiguous if several tokens have them, in any case', () => {
  const tokens = ['USDC', 'ETH', 'usdc', 'DAI', 'USDC'].map((symbol, at) => ({ ...token(symbol), assetId: String(at) }))
  expect([...ambiguousSymbols(tokens)]).toEqual(['USDC'])
})
