// Parsing of external data. The kernel accepts any Standard Schema. Code that is loaded before a click uses `readWith`, because valibot 1.5 would add
// 1.4 kB (gzip) there; servers, the command line and the sandbox use valibot.

import { fail, messageOf } from '../errors/errors.js'

/** Part of Standard Schema v1 (standardschema.dev) that the kernel uses. Compatible with Valibot, Zod and ArkType schemas. */
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

/** Schema from a function that returns the parsed value or throws. For small replies, to save a schema library's bytes. */
export const readWith = <T>(read: (value: unknown) => T): StandardSchema<T> => ({
  '~standard': { version: 1, vendor: 'wallet-modal', validate: (value) => ({ value: read(value) }) },
})

/** Parses external data. Throws `INVALID_DATA` naming `what` and the first invalid path; refuses asynchronous schemas. */
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
