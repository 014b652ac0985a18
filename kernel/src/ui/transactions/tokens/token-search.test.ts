import { describe, expect, it } from 'vitest'
import type { AccountToken } from '../../../domain/assets/account-tokens.js'
import { createStableOrder, createTokenSearch } from './token-search.js'

describe('token search', () => {
  const tokens = [
    ['Sandbox Gold', 'SGLD', '0x71Aa'],
    ['Sandbox Dollar', 'SUSD', '0x7299'],
  ].map(([name, symbol, address]) => ({ name, symbol, address }) as AccountToken)
  const found = (text: string) => createTokenSearch(tokens)(text).map(({ symbol }) => symbol)
  it('finds tokens by name, symbol and the beginning of the address', () => {
    expect([found(''), found(' dollar'), found('sg'), found('0x71a'), found('0x7'), found('q')]).toEqual([
      ['SGLD', 'SUSD'],
      ['SUSD'],
      ['SGLD'],
      ['SGLD'],
      [],
      [],
    ])
  })

  it('keeps the position of tokens when their value changes', () => {
    const inOrder = createStableOrder()
    const listed = (assetIds: string) =>
      inOrder([...assetIds].map((assetId) => ({ assetId }) as AccountToken)).map(({ assetId }) => assetId)
    expect([listed('abc'), listed('cab'), listed('dca'), listed('bd')].map((one) => one.join(''))).toEqual([
      'abc',
      'abc',
      'acd',
      'bd',
    ])
  })
})
