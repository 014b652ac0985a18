// Checks of arguments: predicates that throw the kernel's own errors. Not valibot 1.5, which would add 1.5 kB (gzip) before a click. Servers, the
// command line and the sandbox use valibot.

import { type ErrorCode, fail } from '../errors/errors.js'

/** Type of a field. Absent fields are valid unless required. */
export type Rule = readonly [field: string, fits: (value: unknown) => boolean, need: string, isNeeded?: true]

/** Throws for the first invalid field. `what` begins the sentence. */
export function checkFields(code: ErrorCode, what: string, target: object, rules: readonly Rule[]): void {
  for (const [field, fits, need, isNeeded] of rules) {
    const value: unknown = (target as Readonly<Record<string, unknown>>)[field]
    if ((value !== undefined || isNeeded) && !fits(value)) fail(code, `${what}"${field}" must be ${need}.`)
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

/** List with valid items. */
export const isListOf =
  (fits: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(fits)

/** Object with valid values. */
export const isRecordOf =
  (fits: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    isRecord(value) && Object.values(value).every(fits)
