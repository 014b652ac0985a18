import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import * as v from 'valibot'
import { isJson, isObject, type Json, type JsonObject } from '../files/json.js'
import { withTimeLimit } from './time-limit.js'

/** A JSON Schema (draft 2020-12) of an object. Interpreted, never compiled, because manifests are untrusted data. */
export type OptionsSchema = Schema & { readonly type: 'object' }

const types = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])
const schemaMaps = ['properties', 'patternProperties', '$defs', 'dependentSchemas'] as const
const schemaLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const
const schemaKeys = ['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'] as const

/** Whether a value is a valid JSON Schema at every level. */
function isSchema(value: unknown): value is Schema | boolean {
  if (typeof value === 'boolean') return true
  if (!isObject(value)) return false
  const { type, required, $ref, pattern } = value
  if (type !== undefined && ![type].flat().every((name) => types.has(String(name)))) return false
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === 'string')))
    return false
  // Only references to definitions of the same schema are allowed.
  if ($ref !== undefined && !(typeof $ref === 'string' && $ref.startsWith('#/$defs/'))) return false
  if (pattern !== undefined && !isPattern(pattern)) return false
  return (
    schemaKeys.every((key) => value[key] === undefined || isSchema(value[key])) &&
    schemaMaps.every(
      (key) => value[key] === undefined || (isObject(value[key]) && Object.values(value[key]).every(isSchema)),
    ) &&
    schemaLists.every((key) => value[key] === undefined || isSchemaList(value[key]))
  )
}

const isSchemaList = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isSchema)

function isPattern(pattern: unknown): boolean {
  if (typeof pattern !== 'string' || pattern.length > 500) return false
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false // invalid pattern
  }
}

/** Limits of a schema. If each definition references the next one twice, the validator visits exponentially many nodes. */
const maxNodes = 10_000
const maxDepth = 200

/** Returns a function that counts the nodes of a schema, with all references followed. A recursive reference counts as 0. */
function countNodes(definitions: unknown): (part: unknown, depth?: number) => number {
  const counts = new Map<string, number>()
  const follow = (reference: string, depth: number): number => {
    const before = counts.get(reference)
    if (before !== undefined) return before
    counts.set(reference, 0)
    const name = reference.slice('#/$defs/'.length)
    const parts = count(isObject(definitions) ? definitions[name] : undefined, depth)
    counts.set(reference, parts)
    return parts
  }
  const count = (part: unknown, depth = 0): number => {
    if (depth > maxDepth) return Number.POSITIVE_INFINITY
    if (Array.isArray(part)) return part.reduce<number>((sum, item) => sum + count(item, depth + 1), 0)
    if (!isObject(part)) return 0
    const { $ref, $defs: _, ...rest } = part
    return 1 + count(Object.values(rest), depth + 1) + (typeof $ref === 'string' ? follow($ref, depth + 1) : 0)
  }
  return count
}

const isOptionsSchema = (value: unknown): value is OptionsSchema =>
  isJson(value) &&
  isObject(value) &&
  value.type === 'object' &&
  isSchema(value) &&
  countNodes(value.$defs)(value) <= maxNodes

/** The `options` of a plugin's manifest. */
export const optionsSchema = v.custom<OptionsSchema>(
  isOptionsSchema,
  'must be a JSON Schema (draft 2020-12) with "type": "object"',
)

/** All problems of a plugin's options as text; empty if they are valid. Throws if the schema cannot be used. */
export function checkOptions(schema: OptionsSchema, options: JsonObject): readonly string[] {
  const validate = () => new Validator(schema, '2020-12', false).validate(options)
  const hasPattern = JSON.stringify(schema).includes('"pattern')
  const { valid, errors } = hasPattern ? withTimeLimit(validate) : validate()
  if (valid) return []
  const innermost = errors.filter(({ keyword }) => !containerKeywords.has(keyword))
  const failsAsUrl = (location: string): boolean =>
    errors.some(({ keyword, instanceLocation }) => keyword === 'format' && instanceLocation === location)
  const shown = (innermost.length > 0 ? innermost : errors).filter(
    ({ keyword, instanceLocation }) => keyword !== 'pattern' || !failsAsUrl(instanceLocation),
  )
  return [...new Set(shown.map((unit) => toProblem(schema, unit)))]
}

/** Problem as text, with its path. The validator's own message is used for keywords that {@link expectation} does not know. */
function toProblem(schema: OptionsSchema, unit: OutputUnit): string {
  const path = unit.instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.')
  const { keyword, keywordLocation } = unit
  const example = Object(schemaPart(schema, keywordLocation.slice(0, keywordLocation.lastIndexOf('/')))).default
  const expected = expectation(keyword, schemaPart(schema, keywordLocation), example)
  if (expected !== undefined) return `${path ? `"${path}"` : 'The value'} ${expected}.`
  return `${path ? `"${path}": ` : ''}${unit.error}`
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a text',
}

/** @param example the default value of the option, if it has one */
function expectation(keyword: string, part: unknown, example: unknown): string | undefined {
  if (keyword === 'false') return 'is not known here'
  if (keyword === 'format' && part === 'uri')
    return `must be a URL${typeof example === 'string' ? ` such as ${example}` : ''}`
  if (keyword === 'pattern' && typeof example === 'string') return `must have the same form as ${example}`
  if (keyword === 'pattern' && typeof part === 'string') return `must match the pattern "${part}"`
  if (keyword === 'enum' && Array.isArray(part))
    return `must be one of ${part.map((value) => JSON.stringify(value)).join(', ')}`
  const names = keyword === 'type' ? [part].flat().map((name) => typeNames[String(name)]) : []
  return names.length > 0 && names.every((name) => name !== undefined) ? `must be ${names.join(' or ')}` : undefined
}

/** Part of the schema at a location. `undefined` if the part is behind a `$ref`. */
const schemaPart = (schema: OptionsSchema, location: string): unknown =>
  location
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => Object(part)[key.replaceAll('~1', '/').replaceAll('~0', '~')], schema)

const containerKeywords = new Set([
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
  'additionalProperties',
])

/** Default value of an option in the schema, if any. */
export function defaultOf(schema: OptionsSchema, option: string): Json | undefined {
  const property = schema.properties?.[option]
  const value: unknown = isObject(property) ? property.default : undefined
  return isJson(value) ? value : undefined
}

/** Names of the options in a schema. */
export const optionNames = (schema: OptionsSchema): readonly string[] => Object.keys(schema.properties ?? {})
