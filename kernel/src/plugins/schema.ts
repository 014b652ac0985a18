import { fail, messageOf } from '../errors/errors.js'

/** The part of Standard Schema v1 (standardschema.dev) that the kernel reads. Valibot, Zod and ArkType schemas fit. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
  }
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** A schema from a function that reads the value or throws. For replies that are too small for a schema library's bytes. */
export const readWith = <T>(read: (value: unknown) => T): StandardSchema<T> => ({
  '~standard': { version: 1, vendor: 'wallet-modal', validate: (value) => ({ value: read(value) }) },
})

/** Parses foreign data. Throws `INVALID_DATA` that names `what` and the first offending path; asynchronous schemas are refused. */
export function parse<T>(schema: StandardSchema<T>, value: unknown, what: string): T {
  const validate = (): SchemaResult<T> => {
    try {
      const result = schema['~standard'].validate(value)
      if (!(result instanceof Promise)) return result
      result.catch(() => null)
      return {
        issues: [
          { message: `asynchronous${process.env.NODE_ENV === 'production' ? '' : ' schemas are not supported'}` },
        ],
      }
    } catch (error) {
      return fail('INVALID_DATA', `${what}: ${messageOf(error)}`, { cause: error })
    }
  }
  const result = validate()
  if (!result.issues) return result.value
  const [issue] = result.issues
  const path = issue?.path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
  return fail('INVALID_DATA', `${what}: ${path ? `"${path}": ` : ''}${issue?.message ?? 'not valid'}`)
}
