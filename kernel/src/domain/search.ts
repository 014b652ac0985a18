interface Step<T> {
  readonly wanted: string
  readonly found: readonly T[]
}

/**
 * Searches a long list as a visitor types: a letter more looks only among what was found before it, a letter less knows what was. Whatever
 * matches a text has to match each text that it begins with.
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
