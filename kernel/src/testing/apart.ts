import { withoutComments } from './without-comments.js'

/** State that all modals of a page would have in common: a variable, a signal, or a list that begins empty. */
const moduleState: readonly RegExp[] = [
  /^(?:export\s+)?(?:let|var)\s+([\w$]+)/gm,
  /^(?:export\s+)?const\s+([\w$]+)[^=\n]*=\s*(?:signal\s*[(<]|new\s+(?:Map|Set)\b[^(\n]*\(\s*\)|\[\s*\]|\{\s*\}\s*$)/gm,
]

/** Variables of a plugin's modules that can change. */
export const checkModuleState = (sources: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(sources).flatMap(([file, text]) =>
    moduleState
      .flatMap((pattern) => [...withoutComments(text).matchAll(pattern)])
      .map(([, name]) => `${file}: "${name}" is shared by every modal of the page. Make it inside setup or a factory.`),
  )

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Objects that can be reached from a value through its own properties, by the way to them. What cannot change is left out. */
function reachable(root: unknown, known: ReadonlySet<unknown>): ReadonlyMap<object, string> {
  const found = new Map<object, string>()
  const visit = (value: unknown, way: string, depth: number): void => {
    if (!isObject(value) || found.has(value) || known.has(value) || depth > 6) return
    if (typeof Node === 'function' && value instanceof Node) return
    found.set(value, way)
    for (const [key, { value: inner }] of Object.entries(Object.getOwnPropertyDescriptors(value)))
      visit(inner, `${way}.${key}`, depth + 1)
  }
  visit(root, 'its output', 0)
  return found
}

/** What two modals have in common and can change: functions are code, and frozen objects stay as they are. */
export function sharedObjects(one: unknown, other: unknown, given: readonly unknown[]): readonly string[] {
  const known = new Set<unknown>([globalThis, ...given])
  const theirs = reachable(other, known)
  return [...reachable(one, known)]
    .filter(([value]) => typeof value !== 'function' && !Object.isFrozen(value) && theirs.has(value))
    .map(([, way]) => `${way} is one object for two modals. Make it inside setup.`)
}
