import * as v from 'valibot'
import { isObject } from '../files/json.js'
import { suggest } from './similar-names.js'

/** Validation problem of untrusted data: path and message. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** Parses untrusted data with a schema: returns the parsed value, or all problems. */
export function parseWith<T>(
  schema: v.GenericSchema<unknown, T>,
  value: unknown,
): { readonly value: T } | { readonly problems: readonly Problem[] } {
  const result = v.safeParse(schema, value, { abortPipeEarly: true }) // reports one problem per value, even if several checks fail
  if (result.success) return { value: result.output }
  return { problems: flatten(result.issues).map((issue) => toProblem(issue, schema)) }
}

/** The first three problems as one sentence, and the number of further problems. */
export const describe = (problems: readonly Problem[]): string =>
  problems
    .slice(0, 3)
    .map(({ path, message }) => (path ? `"${path}" ${message}` : message))
    .join('; ') + (problems.length > 3 ? ` (and ${problems.length - 3} more)` : '')

/** Replaces the problem of a union by the problems of fields inside the value, if there are any. */
function flatten(issues: readonly v.BaseIssue<unknown>[]): readonly v.BaseIssue<unknown>[] {
  return issues.flatMap((issue) => {
    const innerIssues = issue.issues?.filter((inner) => (inner.path?.length ?? 0) > 0)
    return innerIssues && innerIssues.length > 0
      ? flatten(innerIssues.map((inner) => ({ ...inner, path: joinPaths(issue, inner) })))
      : [issue]
  })
}

const joinPaths = (outer: v.BaseIssue<unknown>, inner: v.BaseIssue<unknown>): v.BaseIssue<unknown>['path'] => {
  const [first, ...rest] = [...(outer.path ?? []), ...(inner.path ?? [])]
  return first ? [first, ...rest] : undefined
}

function toProblem(issue: v.BaseIssue<unknown>, schema: unknown): Problem {
  const path = v.getDotPath(issue) ?? ''
  const missing = issue.received === 'undefined' && issue.input === undefined
  if (missing) return { path, message: 'is missing' }
  if (issue.expected === 'never') return { path, message: unknownKey(issue, schema) }
  if (/^(?:must|lists|is) /.test(issue.message)) return { path, message: issue.message } // a message of our schema
  if (issue.kind === 'schema' && issue.expected !== 'unknown')
    return { path, message: `must be ${expectation(issue)}, not ${issue.received}` }
  return { path, message: `is not valid: ${issue.message}` }
}

const expectations: Readonly<Record<string, string>> = { Object: 'an object', Array: 'a list', string: 'text' }
const expectation = (issue: v.BaseIssue<unknown>): string =>
  expectations[issue.expected ?? ''] ?? issue.expected ?? 'something else'

function unknownKey(issue: v.BaseIssue<unknown>, schema: unknown): string {
  const keys = issue.path?.map(({ key }) => String(key)) ?? []
  const known = keysAt(schema, keys.slice(0, -1))
  return `is not known here. ${known.length > 0 ? suggest(keys.at(-1) ?? '', known, 'Known') : ''}`.trim()
}

/** Keys that a schema allows for the object at a path; empty if it allows any key. */
function keysAt(schema: unknown, path: readonly string[]): readonly string[] {
  if (!isObject(schema)) return []
  if (isObject(schema.wrapped)) return keysAt(schema.wrapped, path)
  if (schema.type === 'union' && Array.isArray(schema.options))
    return schema.options.flatMap((option) => keysAt(option, path))
  const [first, ...rest] = path
  if (first === undefined) return isObject(schema.entries) ? Object.keys(schema.entries) : []
  return keysAt(isObject(schema.entries) ? schema.entries[first] : schema.item, rest)
}
