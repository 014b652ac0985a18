/** What a page wrote: what it held before, and what it holds now. */
export interface Difference {
  readonly before: unknown
  readonly now: unknown
}

/** A record of the client: requests share a topic and have an id each, expirations have a target, sessions and pairings their topic. */
function nameOf(record: unknown): string {
  const { id, target, eventId, topic }: Readonly<Record<string, unknown>> = Object(record)
  return JSON.stringify(id ?? target ?? eventId ?? topic ?? record)
}

/** The client keeps lists of records and records by name; `null` where a value is neither. */
function partsOf(value: unknown): Map<string, unknown> | null {
  if (Array.isArray(value)) return new Map(value.map((record: unknown) => [nameOf(record), record]))
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null
}

/**
 * Applies to what is stored only what a page has added, changed or dropped. What another page dropped stays dropped, also where this one
 * changes it. All of it is data of JSON.
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
