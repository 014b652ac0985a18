import { withoutComments } from './without-comments.js'

/** Mutable state at module level, which all modals of a page would share: a variable, a signal, or a collection that is created empty. */
const moduleState: readonly RegExp[] = [
  /^(?:export\s+)?(?:let|var)\s+([\w$]+)/gm,
  /^(?:export\s+)?const\s+([\w$]+)[^=\n]*=\s*(?:signal\s*[(<]|new\s+(?:Map|Set)\b[^(\n]*\(\s*\)|\[\s*\]|\{\s*\}\s*$)/gm,
]

/** Reports mutable variables at module level. */
export const checkModuleState = (sources: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(sources).flatMap(([file, text]) =>
    moduleState
      .flatMap((pattern) => [...withoutComments(text).matchAll(pattern)])
      .map(
        ([, name]) => `${file}: "${name}" is shared by every modal of the page. Create it inside setup or a factory.`,
      ),
  )

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Objects reachable from a value through its own properties, each with its property path. Skips DOM nodes and objects in `known`. */
function reachable(root: unknown, known: ReadonlySet<unknown>): ReadonlyMap<object, string> {
  const found = new Map<object, string>()
  const visit = (value: unknown, path: string, depth: number): void => {
    if (!isObject(value) || found.has(value) || known.has(value) || depth > 6) return
    if (typeof Node === 'function' && value instanceof Node) return
    found.set(value, path)
    for (const [key, { value: inner }] of Object.entries(Object.getOwnPropertyDescriptors(value)))
      visit(inner, `${path}.${key}`, depth + 1)
  }
  visit(root, 'its output', 0)
  return found
}

/** Reports mutable objects that two modals share. Functions and frozen objects are not counted. */
export function sharedObjects(one: unknown, other: unknown, given: readonly unknown[]): readonly string[] {
  const known = new Set<unknown>([globalThis, ...given])
  const theirs = reachable(other, known)
  return [...reachable(one, known)]
    .filter(([value]) => typeof value !== 'function' && !Object.isFrozen(value) && theirs.has(value))
    .map(([, path]) => `${path} is one object for two modals. Create it inside setup.`)
}
