import type { Json } from '../files/json.js'

/** TypeScript string literal with single quotes. Escapes quotes, line ends, control and invisible characters. */
export function stringLiteral(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\.|'/g, (pair) => (pair === '\\"' ? '"' : pair === "'" ? "\\'" : pair))
    .replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  return `'${inner}'`
}

/** Property name, without quotes if possible. */
export const propertyName = (key: string): string => (/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : stringLiteral(key))

/** Entry of an object literal whose value is source text. */
export interface SourceEntry {
  readonly key: string
  readonly source: string
}

/** JSON value as a TypeScript literal; objects keep their key order. */
export function toLiteral(value: Json, indent: string): string {
  if (typeof value === 'string') return stringLiteral(value)
  if (Array.isArray(value))
    return listLiteral(
      value.map((item) => toLiteral(item, `${indent}  `)),
      indent,
    )
  if (typeof value === 'object' && value !== null) {
    return objectLiteral(
      Object.entries(value).map(([key, item]) => ({ key, source: toLiteral(item, `${indent}  `) })),
      indent,
    )
  }
  return String(value === 0 ? 0 : value)
}

/** Object literal, on one line if it fits. */
export const objectLiteral = (entries: readonly SourceEntry[], indent: string): string =>
  wrap(
    entries.map(({ key, source }) => `${propertyName(key)}: ${source}`),
    indent,
    ['{ ', ' }'],
  )

/** List literal, on one line if it fits. */
export const listLiteral = (items: readonly string[], indent: string): string => wrap(items, indent, ['[', ']'])

function wrap(items: readonly string[], indent: string, [open, close]: readonly [string, string]): string {
  if (items.length === 0) return `${open.trim()}${close.trim()}`
  const line = `${open}${items.join(', ')}${close}`
  if (!line.includes('\n') && line.length + indent.length <= 100) return line
  return `${open.trim()}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${close.trim()}`
}
