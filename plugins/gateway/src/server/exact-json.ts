/** Decimal number with all digits and without an exponent: `new ExactNumber('0.1')`. */
export class ExactNumber {
  constructor(readonly digits: string) {}
}

/** JSON.stringify that writes bigints and {@link ExactNumber}s as numbers with all digits. */
export function exactJson(value: unknown): string {
  const marker = crypto.randomUUID()
  const text = JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === 'bigint') return `${marker}${item}`
    return item instanceof ExactNumber ? `${marker}${item.digits}` : item
  })
  return text.replace(new RegExp(`"${marker}(-?\\d+(?:\\.\\d+)?)"`, 'g'), '$1')
}
