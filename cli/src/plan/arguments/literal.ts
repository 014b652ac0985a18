import type { Json } from '../files/json.js'

/** A string literal with single quotes, safe in any TypeScript file: quotes, line ends, control and invisible characters are escaped. */
export function stringLiteral(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\.|'/g, (pair) => (pair === '\\"' ? '"' : pair === "'" ? "\\'" : pair))
    .replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  return `'${inner}'`
}

/** A property name: bare where that is possible. */
export const propertyName = (key: string): string => (/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : stringLiteral(key))

/** One entry of an object literal whose value is already source text. */
export interface SourceEntry {
  readonly key: string
  readonly source: string
}

/** A JSON value as a TypeScript literal, with the keys of objects in the order they have. */
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

/** An object literal, on one line where it fits. */
export const objectLiteral = (entries: readonly SourceEntry[], indent: string): string =>
  wrap(
    entries.map(({ key, source }) => `${propertyName(key)}: ${source}`),
    indent,
    ['{ ', ' }'],
  )

/** A list literal, on one line where it fits. */
export const listLiteral = (items: readonly string[], indent: string): string => wrap(items, indent, ['[', ']'])

function wrap(items: readonly string[], indent: string, [open, close]: readonly [string, string]): string {
  if (items.length === 0) return `${open.trim()}${close.trim()}`
  const line = `${open}${items.join(', ')}${close}`
  if (!line.includes('\n') && line.length + indent.length <= 100) return line
  return `${open.trim()}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${close.trim()}`
}
