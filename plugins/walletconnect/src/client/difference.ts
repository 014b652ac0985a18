/** Value of one storage key before and after a change by this page. */
export interface Difference {
  readonly before: unknown
  readonly after: unknown
}

/** Id of a client record: `id` of a request, `target` of an expiration, `eventId` of an event, `topic` of a session or pairing. */
function recordId(record: unknown): string {
  const { id, target, eventId, topic }: Readonly<Record<string, unknown>> = Object(record)
  return JSON.stringify(id ?? target ?? eventId ?? topic ?? record)
}

/**
 * Records of a value by id. The value is an array of records, or an object whose keys are the ids of its records; `null`
 * for other values.
 */
function recordsOf(value: unknown): Map<string, unknown> | null {
  if (Array.isArray(value)) return new Map(value.map((record: unknown) => [recordId(record), record]))
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null
}

/**
 * Applies to the stored value only the records that this page has added, changed or removed. A record removed by another page stays removed, even
 * if this page changes it. All values are JSON.
 */
export function applyDifference({ before, after }: Difference, stored: unknown): unknown {
  const isList = Array.isArray(after)
  const sameKindRecords = (value: unknown) => (Array.isArray(value) === isList ? recordsOf(value) : null)
  const newRecords = recordsOf(after)
  const result = stored === undefined ? new Map<string, unknown>() : sameKindRecords(stored)
  if (!newRecords || !result) return after
  const oldRecords = sameKindRecords(before) ?? new Map<string, unknown>()
  for (const id of oldRecords.keys()) if (!newRecords.has(id)) result.delete(id)
  for (const [id, record] of newRecords) {
    const isChanged = JSON.stringify(oldRecords.get(id)) !== JSON.stringify(record)
    if (!oldRecords.has(id) || (isChanged && result.has(id))) result.set(id, record)
  }
  return isList ? [...result.values()] : Object.fromEntries(result)
}
