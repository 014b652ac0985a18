// Parsing of external data. The kernel accepts any Standard Schema. Code that is loaded before a click uses `readWith`, because valibot 1.5 would add
// 1.4 kB (gzip) there. The gateway, the iframe of the email wallet, the command line and the sandbox use valibot.

import { fail, messageOf } from '../errors/errors.js'

/** The members of Standard Schema v1 (standardschema.dev) that the kernel uses. Compatible with Valibot, Zod and ArkType schemas. */
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

/** Creates a schema from a function that returns the parsed value or throws. For small replies, without the download of a schema library. */
export const readWith = <T>(read: (value: unknown) => T): StandardSchema<T> => ({
  '~standard': { version: 1, vendor: 'wallet-modal', validate: (value) => ({ value: read(value) }) },
})

/** Parses external data. Throws `INVALID_DATA` naming `source` and the first invalid path, and for an asynchronous schema. */
export function parse<T>(schema: StandardSchema<T>, value: unknown, source: string): T {
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
      return fail('INVALID_DATA', `${source}: ${messageOf(error)}`, { cause: error })
    }
  }
  const result = validate()
  if (!result.issues) return result.value
  const [issue] = result.issues
  const path = issue?.path?.map((segment) => String(typeof segment === 'object' ? segment.key : segment)).join('.')
  return fail('INVALID_DATA', `${source}: ${path ? `"${path}": ` : ''}${issue?.message ?? 'not valid'}`)
}
