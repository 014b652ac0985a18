/** Number with all digits, in JSON syntax: `new ExactNumber('0.1')`. */
export class ExactNumber {
  constructor(readonly digits: string) {}
}

/** JSON.stringify that writes bigints and {@link ExactNumber}s as numbers with all digits. */
export function exactJson(value: unknown): string {
  const mark = crypto.randomUUID()
  const text = JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === 'bigint') return `${mark}${one}`
    return one instanceof ExactNumber ? `${mark}${one.digits}` : one
  })
  return text.replace(new RegExp(`"${mark}(-?\\d+(?:\\.\\d+)?)"`, 'g'), '$1')
}
