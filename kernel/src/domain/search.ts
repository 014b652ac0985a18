interface Step<T> {
  readonly query: string
  readonly found: readonly T[]
}

/**
 * Incremental search in a long list: a longer text searches only the results of its prefix, a shorter one reuses cached results. Requires that
 * whatever matches a text also matches each of its prefixes.
 */
export function createSearch<T>(
  items: readonly T[],
  isMatch: (item: T, query: string) => boolean,
): (query: string) => readonly T[] {
  let steps: readonly Step<T>[] = []
  return (query) => {
    steps = steps.filter((step) => query.startsWith(step.query))
    const last = steps.at(-1)
    if (last?.query === query) return last.found
    const found = (last?.found ?? items).filter((item) => isMatch(item, query))
    steps = [...steps, { query, found }]
    return found
  }
}
