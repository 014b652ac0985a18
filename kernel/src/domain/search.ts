interface CachedResult<T> {
  readonly query: string
  readonly matches: readonly T[]
}

/**
 * Creates an incremental search in a long list. A query that extends an earlier query searches only the results of the earlier one; a shortened query
 * reuses cached results. Requires that an item that matches a query also matches every prefix of the query.
 */
export function createSearch<T>(
  items: readonly T[],
  isMatch: (item: T, query: string) => boolean,
): (query: string) => readonly T[] {
  let cache: readonly CachedResult<T>[] = []
  return (query) => {
    cache = cache.filter((one) => query.startsWith(one.query))
    const last = cache.at(-1)
    if (last?.query === query) return last.matches
    const matches = (last?.matches ?? items).filter((item) => isMatch(item, query))
    cache = [...cache, { query, matches }]
    return matches
  }
}
