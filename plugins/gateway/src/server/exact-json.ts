/** A number with all its digits, in the writing of JSON: `new ExactNumber('0.1')`. */
export class ExactNumber {
  constructor(readonly digits: string) {}
}

/** JSON in which bigints and {@link ExactNumber}s are numbers with all their digits, however many. */
export function exactJson(value: unknown): string {
  const mark = crypto.randomUUID()
  const text = JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === 'bigint') return `${mark}${one}`
    return one instanceof ExactNumber ? `${mark}${one.digits}` : one
  })
  return text.replace(new RegExp(`"${mark}(-?\\d+(?:\\.\\d+)?)"`, 'g'), '$1')
}
