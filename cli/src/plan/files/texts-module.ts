import { evaluate, parse } from '@humanwhocodes/momoa'
import { isObject } from './json.js'

type Texts = Readonly<Record<string, string>>

/**
 * Reads the object literal of texts that a compiled or bundled module exports as `strings`. Runs no code. `undefined` if the export has another form,
 * for example if a function creates the texts.
 */
export function textsOfModule(code: string): Texts | undefined {
  const start = findTexts(code)
  const literal = start === undefined ? undefined : readLiteral(code, start)
  if (literal === undefined) return undefined
  try {
    const value: unknown = evaluate(parse(literal, { mode: 'json5' }))
    return isTexts(value) ? value : undefined
  } catch {
    return undefined // the object contains code, such as a call
  }
}

const isTexts = (value: unknown): value is Texts =>
  isObject(value) && Object.values(value).every((text) => typeof text === 'string')

// `[ \t]*` instead of `\s*`: with `\s*` and the flag `m`, many empty lines would take quadratic time
const declaration = /(?:^|[;}])[ \t\uFEFF]*export\s+(?:const|let|var)\s+strings\s*=\s*(?=\{)/m
const exportLists = /(?:^|[;}])[ \t\uFEFF]*export\s*\{([^{}]*)\}(?!\s*from\b)/gm
const listedStrings = /(?:^|,)\s*(?:([\w$]+)\s+as\s+)?strings\s*(?:,|$)/

/** Index of the brace at which the exported object begins. */
function findTexts(code: string): number | undefined {
  const declared = declaration.exec(code)
  if (declared) return declared.index + declared[0].length
  for (const [, list = ''] of code.matchAll(exportLists)) {
    const listed = listedStrings.exec(list)
    if (!listed) continue
    const name = (listed[1] ?? 'strings').replaceAll('$', '\\$')
    const local = new RegExp(`(?:\\b(?:const|let|var)\\s|,)\\s*${name}\\s*=\\s*(?=\\{)`).exec(code)
    return local ? local.index + local[0].length : undefined
  }
  return undefined
}

/** A string, a template literal without expressions, a comment, or other text. */
const token =
  /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\$]|\\[\s\S]|\$(?!\{))*`|\/\/.*|\/\*[\s\S]*?\*\/|[^"'`/{}]+|[/{}]/y

/** Object literal at an index, as JSON5 text. `undefined` if it has no end, or if an operator follows it. */
function readLiteral(code: string, start: number): string | undefined {
  const tokens: string[] = []
  token.lastIndex = start
  for (let depth = 0; ; ) {
    const [text] = token.exec(code) ?? []
    if (text === undefined) return undefined
    tokens.push(text.startsWith('`') ? toStringLiteral(text) : text)
    depth += text === '{' ? 1 : text === '}' ? -1 : 0
    if (depth === 0) return /^[ \t]*(?:[;,\r\n]|$)/.test(code.slice(token.lastIndex)) ? tokens.join('') : undefined
  }
}

/** Converts a template literal without expressions to a string in double quotes. */
const toStringLiteral = (template: string): string => {
  const text = template.slice(1, -1).replace(/\\[\s\S]|["\n]/g, (part) => {
    if (part === '"') return '\\"'
    if (part === '\n') return '\\n'
    return part === '\\`' || part === '\\$' ? part.slice(1) : part
  })
  return `"${text}"`
}
