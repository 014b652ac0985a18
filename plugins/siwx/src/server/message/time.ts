/**
 * Parses a time of RFC 3339 to milliseconds since the Unix epoch; `undefined` for anything else, including days that do not exist. Stricter than the
 * RFC: also `undefined` for lower-case `t` and `z`, for leap seconds, and for fractions of more than nine digits.
 */
export function parseTime(text: string): number | undefined {
  const [, date = '', clock = '', fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  if (!date) return undefined
  const utc = Date.parse(`${date}T${clock}Z`)
  // `Date.parse` converts a nonexistent day to the following day, or returns NaN
  if (Number.isNaN(utc) || !new Date(utc).toISOString().startsWith(`${date}T${clock}`)) return undefined
  if (zone !== 'Z' && !/^[+-](?:[01]\d|2[0-3]):[0-5]\d$/.test(zone)) return undefined
  return Date.parse(`${date}T${clock}${fraction.slice(0, 4)}${zone}`)
}
