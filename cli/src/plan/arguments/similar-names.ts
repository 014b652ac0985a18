/** Number of single-character edits between two texts (Levenshtein distance; swapping neighbours counts as one). */
export function distance(a: string, b: string): number {
  let rowBeforePrevious: number[] = []
  let previousRow = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const edit = Math.min(
        (previousRow[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previousRow[j - 1] ?? 0) + (same ? 0 : 1),
      )
      row[j] = swapped ? Math.min(edit, (rowBeforePrevious[j - 2] ?? 0) + 1) : edit
    }
    rowBeforePrevious = previousRow
    previousRow = row
  }
  return previousRow[b.length] ?? 0
}

/** Up to `limit` names of `known` that are similar to `typed`, best match first. */
export function similarNames(typed: string, known: readonly string[], limit = 3): readonly string[] {
  const typedName = typed.toLowerCase().slice(0, 100)
  if (!typedName) return []
  return known
    .map((name) => ({ name, score: score(typedName, name.toLowerCase()) }))
    .filter(({ score }) => score <= Math.max(1, Math.floor(typedName.length / 3)))
    .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name)
}

/** A name that contains the typed text ranks after an exact match and before a name with one edit. */
function score(typedName: string, name: string): number {
  if (name === typedName) return 0
  return typedName.length > 2 && name.includes(typedName) ? 0.5 : distance(typedName, name)
}

/** Sentence that suggests similar names; if there are none, it lists the first 12 known names. */
export function suggest(typed: string, known: readonly string[], label: string): string {
  const names = similarNames(typed, known)
  if (names.length > 0) return `Did you mean ${names.map((name) => `"${name}"`).join(' or ')}?`
  const shown = known.slice(0, 12)
  return `${label}: ${shown.join(', ')}${known.length > shown.length ? ` and ${known.length - shown.length} more` : ''}.`
}
