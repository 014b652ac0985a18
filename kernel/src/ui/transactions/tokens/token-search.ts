import type { AccountToken } from '../../../domain/assets/account-tokens.js'
import { createSearch } from '../../../domain/search.js'

/** Minimum length of a query that is compared with addresses. Many addresses begin with the same characters, so shorter queries match too many. */
const ADDRESS_LENGTH = 4

interface IndexedToken {
  readonly token: AccountToken
  readonly words: string
  readonly address: string
}

/** Creates a search for tokens whose name or symbol contains a text, or whose address begins with it. Keeps the order of the list. */
export function createTokenSearch(tokens: readonly AccountToken[]): (text: string) => readonly AccountToken[] {
  const index = tokens.map((token) => ({
    token,
    words: `${token.name}\n${token.symbol}`.toLowerCase(),
    address: token.address?.toLowerCase() ?? '',
  }))
  const isNamed = ({ words }: IndexedToken, query: string): boolean => words.includes(query)
  const byName = createSearch(index, isNamed)
  const byNameOrAddress = createSearch(index, (one, query) => isNamed(one, query) || one.address.startsWith(query))
  return (text) => {
    const query = text.trim().toLowerCase()
    if (query === '') return tokens
    const search = query.length < ADDRESS_LENGTH ? byName : byNameOrAddress
    return search(query).map(({ token }) => token)
  }
}

/**
 * Returns a function that sorts tokens by the order in which they were first listed, so that rows do not move when a value changes. New tokens come
 * last.
 */
export function createStableOrder(): (tokens: readonly AccountToken[]) => readonly AccountToken[] {
  const positions = new Map<string, number>()
  const positionOf = ({ assetId }: AccountToken): number => positions.get(assetId) ?? positions.size
  return (tokens) => {
    for (const token of tokens) positions.set(token.assetId, positionOf(token))
    return tokens.toSorted((a, b) => positionOf(a) - positionOf(b))
  }
}
