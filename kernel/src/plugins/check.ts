// Validates the arguments that a site passes. Does not use valibot, which would add 1.5 kB (gzip) to the code that a page loads before the visitor
// opens the modal. The gateway, the iframe of the email wallet, the command line and the sandbox use valibot.

import { type ErrorCode, fail } from '../errors/errors.js'

/** Rule for a field. Absent fields are valid unless required. `expected` completes the sentence "must be …". */
export type Rule = readonly [field: string, isValid: (value: unknown) => boolean, expected: string, isRequired?: true]

/** Throws for the first invalid field. `prefix` is the start of the message. */
export function checkFields(code: ErrorCode, prefix: string, target: object, rules: readonly Rule[]): void {
  for (const [field, isValid, expected, isRequired] of rules) {
    const value: unknown = (target as Readonly<Record<string, unknown>>)[field]
    if ((value !== undefined || isRequired) && !isValid(value)) fail(code, `${prefix}"${field}" must be ${expected}.`)
  }
}

export const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value)

export const isText = matches(/./)
export const isUrl = matches(/^(https?|wss?):\/\/./)
export const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is a list with valid items. */
export const isListOf =
  (isValid: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(isValid)

/** Whether a value is an object with valid values. */
export const isRecordOf =
  (isValid: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    isRecord(value) && Object.values(value).every(isValid)
