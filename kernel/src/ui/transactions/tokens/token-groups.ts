import type { AccountToken } from '../../../domain/assets/account-tokens.js'

/** Group in a list of tokens. A token belongs to the first group whose `has` returns true. */
export interface TokenGroup {
  readonly title: string
  has(token: AccountToken): boolean
}

interface GroupedTokens {
  /** Tokens, and titles of groups. */
  readonly rows: readonly (AccountToken | string)[]
  /** Sorted indexes of the titles. */
  readonly headings: readonly number[]
}

/** Symbols that several tokens have, in upper case. */
export function ambiguousSymbols(tokens: readonly AccountToken[]): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set(
    tokens.flatMap(({ symbol }) => {
      const key = symbol.toUpperCase()
      return seen.size === seen.add(key).size ? [key] : []
    }),
  )
}

/** Sorts tokens by group, and keeps their order within each group. Tokens without a group come first, without a title. */
export function groupTokens(tokens: readonly AccountToken[], groups: readonly TokenGroup[]): GroupedTokens {
  const members = new Map<TokenGroup | undefined, AccountToken[]>([undefined, ...groups].map((group) => [group, []]))
  for (const token of tokens) members.get(groups.find((group) => group.has(token)))?.push(token)
  const rows: (AccountToken | string)[] = []
  const headings: number[] = []
  for (const [group, list] of members) {
    if (group && list.length > 0) headings.push(rows.push(group.title) - 1)
    rows.push(...list)
  }
  return { rows, headings }
}
