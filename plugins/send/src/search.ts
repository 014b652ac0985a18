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

/** Keeps tokens where they were first listed, whatever they are worth by now: no row moves away from under a finger. New ones come last. */
export function createStillOrder(): (tokens: readonly SendableToken[]) => readonly SendableToken[] {
  const places = new Map<string, number>()
  const placeOf = ({ assetId }: SendableToken): number => places.get(assetId) ?? places.size
  return (tokens) => {
    for (const token of tokens) places.set(token.assetId, placeOf(token))
    return tokens.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
