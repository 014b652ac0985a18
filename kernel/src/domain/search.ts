interface Step<T> {
  readonly wanted: string
  readonly found: readonly T[]
}

/**
 * Incremental search in a long list: a longer text searches only the results of its prefix, a shorter one reuses cached results. Requires that
 * whatever matches a text also matches each of its prefixes.
 */
export function createSearch<T>(
  items: readonly T[],
  isMatch: (item: T, wanted: string) => boolean,
): (wanted: string) => readonly T[] {
  let steps: readonly Step<T>[] = []
  return (wanted) => {
    steps = steps.filter((step) => wanted.startsWith(step.wanted))
    const last = steps.at(-1)
    if (last?.wanted === wanted) return last.found
    const found = (last?.found ?? items).filter((item) => isMatch(item, wanted))
    steps = [...steps, { wanted, found }]
    return found
  }
}
