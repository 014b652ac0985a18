import { parse } from '@humanwhocodes/momoa'
import { messageOf } from '../../errors.js'

/** Value that JSON can represent. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/** Whether a parsed value is an object, not an array or `null`. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Whether a value consists of JSON only, is at most `depth` levels deep, and has no key that could change an object's prototype. */
export function isJson(value: unknown, depth = 32): value is Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth - 1))
  if (!isObject(value)) return false
  return Object.entries(value).every(([key, item]) => !forbiddenKeys.has(key) && isJson(item, depth - 1))
}

/** Whether a value is an object that consists of JSON only. */
export const isJsonObject = (value: unknown): value is JsonObject => isObject(value) && isJson(value)

/** Parses JSON text, with or without a byte order mark. Throws an `Error`; for a syntax error, its message contains the line. */
export function parseJson(text: string): Json {
  const value = parseWithLine(text.startsWith('\uFEFF') ? text.slice(1) : text)
  if (!isJson(value))
    throw new Error(
      'it is nested more than 32 levels deep, has a number that is too large, or has a key named __proto__, constructor or prototype',
    )
  return value
}

function parseWithLine(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const line = lineOf(text)
    const message = messageOf(error)
    throw line === undefined || /\bline \d/.test(message) ? error : new SyntaxError(`${message} (line ${line})`)
  }
}

/** Line of the first syntax error, which not every JavaScript engine reports. */
function lineOf(text: string): number | undefined {
  try {
    parse(text)
    return undefined
  } catch (error) {
    const line: unknown = Object(error).line
    return typeof line === 'number' ? line : undefined
  }
}

/** Copy of a value with sorted object keys, so that equal contents have equal text. */
export function sortKeys(value: JsonObject): JsonObject
export function sortKeys(value: Json): Json
export function sortKeys(value: Json): Json {
  if (isList(value)) return value.map((item) => sortKeys(item))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(byKey)
      .map(([key, item]) => [key, sortKeys(item)]),
  )
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** Sorts entries by the code units of their keys, independent of machine and locale. */
export const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0
