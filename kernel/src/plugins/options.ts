// Schemas of plugin options. Does not use valibot, which needs a second package for JSON Schema. First-party plugins omit their schemas in production
// builds.

import type { StandardSchema } from './schema.js'

/** Check of one option, and its JSON Schema for the plugin's manifest and the prompts of the command line. */
export interface OptionShape<T> {
  readonly json: Readonly<Record<string, unknown>>
  /** Error text, which contains the path of the invalid value; `undefined` if the value is valid. */
  check(value: unknown, path: string): string | undefined
  /** Type of valid values. The field is never set. */
  readonly of?: T
}

type TypeOf<S> = S extends OptionShape<infer T> ? T : never
type Fields = Readonly<Record<string, OptionShape<unknown>>>
type OptionsOfFields<F extends Fields> = { readonly [K in keyof F]?: TypeOf<F[K]> | undefined }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shape = <T>(
  json: OptionShape<T>['json'],
  isValid: (value: unknown) => boolean,
  expected: string,
): OptionShape<T> => ({
  json,
  check: (value, path) => (isValid(value) ? undefined : `"${path}" must be ${expected}`),
})

/** `true` or `false`. */
export const flag: OptionShape<boolean> = shape(
  { type: 'boolean' },
  (value) => typeof value === 'boolean',
  'true or false',
)

/** Non-empty text. */
export const text: OptionShape<string> = shape(
  { type: 'string', minLength: 1 },
  (value) => typeof value === 'string' && value !== '',
  'a text',
)

/**
 * Text with a pattern; `expected` completes the sentence "must be …". Throws a `TypeError` for a pattern with flags other than `u`, because JSON
 * Schema does not support them.
 */
export const textLike = (pattern: RegExp, expected: string): OptionShape<string> => {
  if (!/^u?$/.test(pattern.flags))
    throw new TypeError(
      `textLike: ${pattern} has flags, which JSON Schema does not support. Write the pattern without flags, as in [A-Za-z].`,
    )
  const isValid = (value: unknown): boolean => typeof value === 'string' && pattern.test(value)
  return shape({ type: 'string', pattern: pattern.source }, isValid, expected)
}

/** One of several texts. */
export const oneOf = <const T extends string>(...values: readonly T[]): OptionShape<T> =>
  shape({ enum: values }, (value) => values.some((one) => one === value), `one of ${values.join(', ')}`)

/** List of items of one shape. */
export const listOf = <T>(item: OptionShape<T>): OptionShape<readonly T[]> => ({
  json: { type: 'array', items: item.json },
  check: (value, path) =>
    Array.isArray(value)
      ? value.map((one, at) => item.check(one, `${path}.${at}`)).find((issue) => issue !== undefined)
      : `"${path}" must be a list`,
})

/** Object whose fields are optional unless listed in `required`; unknown fields are an error. */
export const recordOf = <F extends Fields, R extends keyof F & string = never>(
  fields: F,
  required: readonly R[] = [],
): OptionShape<Omit<OptionsOfFields<F>, R> & { readonly [K in R]: TypeOf<F[K]> }> => ({
  json: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, { json }]) => [name, json])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  },
  check(value, path) {
    const pathOf = (name: string): string => (path ? `${path}.${name}` : name)
    if (!isRecord(value)) return path ? `"${path}" must be an object` : 'must be an object'
    const missing = required.find((name) => value[name] === undefined)
    if (missing !== undefined) return `"${pathOf(missing)}" is missing`
    for (const [name, one] of Object.entries(value)) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (!field) return `there is no option "${pathOf(name)}"`
      const issue = one === undefined ? undefined : field.check(one, pathOf(name))
      if (issue !== undefined) return issue
    }
    return undefined
  },
})

/** Creates the schema of a plugin's options: a Standard Schema. A schema of another library works too, but every page then loads that library. */
export function defineOptions<F extends Fields, R extends keyof F & string = never>(
  fields: F,
  required: readonly R[] = [],
): StandardSchema<Omit<OptionsOfFields<F>, R> & { readonly [K in R]: TypeOf<F[K]> }> & {
  readonly json: Readonly<Record<string, unknown>>
} {
  type Options = Omit<OptionsOfFields<F>, R> & { readonly [K in R]: TypeOf<F[K]> }
  const { json, check } = recordOf(fields, required)
  return {
    json,
    '~standard': {
      version: 1,
      vendor: 'wallet-modal',
      validate: (value) => {
        const message = check(value, '')
        return message === undefined ? { value: value as Options } : { issues: [{ message }] } // validated above
      },
    },
  }
}

/** Type of the options that a schema of {@link defineOptions} accepts. */
export type OptionsOfSchema<S> = S extends StandardSchema<infer Options> ? Options : never
