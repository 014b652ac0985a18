// Functions that read untrusted JSON, such as replies of services and stored values. For use in schemas (`readWith`).

/** Unvalidated fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** In characters. */
const MAX_TEXT = 200
const MAX_DECIMALS = 36

/** The fields of an object or array; none for any other value, such as `null` or a string. */
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? Object(value) : {})

/** Text cut to 200 characters; empty for any other value. The text may contain invisible characters. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : '')

/**
 * Text for display, of at most 200 characters; empty for any other value. Replaces characters that could change the surrounding sentence by spaces:
 * control, format and line-separator characters, and halves of surrogate pairs.
 */
export const toPlainText = (value: unknown): string =>
  textOf(value)
    .replace(/[\p{C}\u2028\u2029]+/gu, ' ')
    .trim()

/** Whether the value is a number of decimals that amounts support: an integer from 0 to 36. */
export const isDecimals = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_DECIMALS

/** Throws a `TypeError` that names the field. In a schema of `readWith`, the error becomes `INVALID_DATA`. */
export function invalidField(field: string): never {
  throw new TypeError(`${field} is missing or wrong`)
}
