const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** A past RFC 3339 time in words such as `2 hours ago`; `now` for less than a minute. */
export function timeAgo(time: string, locale: string): string {
  const seconds = Math.max((Date.now() - Date.parse(time)) / 1000, 0)
  const [unit, length] = units.find(([, unitSeconds]) => seconds >= unitSeconds) ?? ['second', Number.POSITIVE_INFINITY]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(seconds / length), unit)
}
