const units = [
  { unit: 'day', unitSeconds: 86_400 },
  { unit: 'hour', unitSeconds: 3_600 },
  { unit: 'minute', unitSeconds: 60 },
]

/** Duration in the largest unit of which there are at least two, rounded up, such as `27s` or `30d`. */
export function durationText(seconds: number, locale: string): string {
  const large = units.find(({ unitSeconds }) => seconds >= 2 * unitSeconds)
  const { unit, unitSeconds } = large ?? { unit: 'second', unitSeconds: 1 }
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' })
  return format.format(Math.ceil(seconds / unitSeconds))
}
