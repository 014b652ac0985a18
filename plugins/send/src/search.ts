import { createSearch } from '@wallet-modal/kernel/assets'
import type { SendableToken } from './tokens.js'

/** Shorter texts are looked for in names only: many addresses begin with them. */
const ADDRESS_LENGTH = 4

interface Known {
  readonly token: SendableToken
  readonly words: string
  readonly address: string
}

/** Finds tokens whose name or symbol holds a text, or whose address begins with it; in their order. Made once for many searches. */
export function createTokenSearch(tokens: readonly SendableToken[]): (text: string) => readonly SendableToken[] {
  const known = tokens.map((token) => ({
    token,
    words: `${token.name}\n${token.symbol}`.toLowerCase(),
    address: token.address?.toLowerCase() ?? '',
  }))
  const isNamed = ({ words }: Known, wanted: string): boolean => words.includes(wanted)
  const search = createSearch<Known>(known, (one, wanted) => isNamed(one, wanted) || one.address.startsWith(wanted))
  return (text) => {
    const wanted = text.trim().toLowerCase()
    if (wanted === '') return tokens
    return search(wanted)
      .filter((one) => wanted.length >= ADDRESS_LENGTH || isNamed(one, wanted))
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
