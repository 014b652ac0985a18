import type { SendableToken } from './tokens.js'

/** Finds tokens whose name or symbol holds a text, or whose address begins with it; in their order. Made once for many searches. */
export function createTokenSearch(tokens: readonly SendableToken[]): (text: string) => readonly SendableToken[] {
  const known = tokens.map((token) => ({
    token,
    words: `${token.name}\n${token.symbol}`.toLowerCase(),
    address: token.address?.toLowerCase() ?? '',
  }))
  return (text) => {
    const wanted = text.trim().toLowerCase()
    if (wanted === '') return tokens
    return known
      .filter(({ words, address }) => words.includes(wanted) || (wanted.length > 3 && address.startsWith(wanted)))
      .map(({ token }) => token)
  }
}
