import { isObject } from '../files/json.js'

/**
 * Globs of the field `workspaces` in package.json, which is a list or an object with the list `packages`. `undefined` if it declares no workspace.
 */
export function workspaceGlobs(workspaces: unknown): readonly string[] | undefined {
  const list = isObject(workspaces) ? workspaces.packages : workspaces
  if (!Array.isArray(list)) return isObject(workspaces) ? [] : undefined
  return list.filter((glob) => typeof glob === 'string')
}

/** Globs of the field `packages` in pnpm-workspace.yaml, which is a list on one line, or a list with one item per line. */
export function pnpmGlobs(text: string): readonly string[] {
  const [, inline] = /^\uFEFF?["']?packages["']?:\s*\[([^\]]*)\]/m.exec(text) ?? []
  if (inline !== undefined) return inline.split(',').map(unquoted).filter(Boolean)
  const [, block = ''] =
    /^\uFEFF?["']?packages["']?:[ \t]*(?:#.*)?\r?\n((?:[ \t]*(?:-[ \t].*|#.*)?(?:\r?\n|$))*)/m.exec(text) ?? []
  return block
    .split(/\r?\n/)
    .flatMap((line) => /^[ \t]*-[ \t]+(.+)$/.exec(line)?.[1] ?? [])
    .map(unquoted)
}

/** A YAML scalar without quotes and comment. */
const unquoted = (text: string): string => /^(["'])(.*?)\1/.exec(text.trim())?.[2] ?? text.replace(/\s#.*$/, '').trim()

/** Whether a workspace with these globs contains a folder. `path` is relative to the root of the workspace, with `/`. */
export function containsFolder(globs: readonly string[], path: string): boolean {
  const isIn = (glob: string): boolean => toPattern(glob).test(path)
  const [excluded, included] = [
    globs.filter((glob) => glob.startsWith('!')),
    globs.filter((glob) => !glob.startsWith('!')),
  ]
  return included.some(isIn) && !excluded.some((glob) => isIn(glob.slice(1)))
}

/** Regular expression of a glob with `*`, `**`, `?` and `{a,b}`. */
function toPattern(glob: string): RegExp {
  const source = glob
    .replace(/^\.?\//, '')
    .replace(/\/+$/, '')
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\/\*\*|\*\*|\*|\?|\{|\}|,/g, (token) => tokens[token] ?? token)
  try {
    return new RegExp(`^${source}$`)
  } catch {
    return /(?!)/ // unbalanced braces: matches nothing
  }
}

const tokens: Readonly<Record<string, string>> = {
  '**/': '(?:[^/]+/)*',
  '/**': '(?:/[^/]+)*',
  '**': '.*',
  '*': '[^/]+',
  '?': '[^/]',
  '{': '(?:',
  '}': ')',
  ',': '|',
}
