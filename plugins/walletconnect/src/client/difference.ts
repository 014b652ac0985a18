/** Changes of a page: the value before and after. */
export interface Difference {
  readonly before: unknown
  readonly now: unknown
}

/** Id of a client record: requests of one topic have an id each, expirations a target, sessions and pairings a topic. */
function nameOf(record: unknown): string {
  const { id, target, eventId, topic }: Readonly<Record<string, unknown>> = Object(record)
  return JSON.stringify(id ?? target ?? eventId ?? topic ?? record)
}

/** The client stores lists of records and records by name; `null` for other values. */
function partsOf(value: unknown): Map<string, unknown> | null {
  if (Array.isArray(value)) return new Map(value.map((record: unknown) => [nameOf(record), record]))
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null
}

/**
 * Applies to the stored value only what a page has added, changed or removed. A record removed by another page stays removed, even if this page
 * changes it. All values are JSON.
 */
export function applyDifference({ before, now }: Difference, stored: unknown): unknown {
  const isList = Array.isArray(now)
  const partsAlike = (value: unknown) => (Array.isArray(value) === isList ? partsOf(value) : null)
  const parts = partsOf(now)
  const result = stored === undefined ? new Map<string, unknown>() : partsAlike(stored)
  if (!parts || !result) return now
  const had = partsAlike(before) ?? new Map<string, unknown>()
  for (const name of had.keys()) if (!parts.has(name)) result.delete(name)
  for (const [name, part] of parts) {
    const isChanged = JSON.stringify(had.get(name)) !== JSON.stringify(part)
    if (!had.has(name) || (isChanged && result.has(name))) result.set(name, part)
  }
  return isList ? [...result.values()] : Object.fromEntries(result)
}
