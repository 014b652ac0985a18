import { withoutComments } from './without-comments.js'

/** Mutable state at module level, which all modals of a page would share: a variable, a signal, or a collection that is created empty. */
const moduleState: readonly RegExp[] = [
  /^(?:export\s+)?(?:let|var)\s+([\w$]+)/gm,
  /^(?:export\s+)?const\s+([\w$]+)[^=\n]*=\s*(?:signal\s*[(<]|new\s+(?:Map|Set)\b[^(\n]*\(\s*\)|\[\s*\]|\{\s*\}\s*$)/gm,
]

/** Reports mutable variables at module level, one sentence each. */
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

/** Objects reachable from a value through its own properties, each with its property path. Skips DOM nodes and objects in `ignored`. */
function reachable(root: unknown, ignored: ReadonlySet<unknown>): ReadonlyMap<object, string> {
  const pathByObject = new Map<object, string>()
  const visit = (value: unknown, path: string, depth: number): void => {
    if (!isObject(value) || pathByObject.has(value) || ignored.has(value) || depth > 6) return
    if (typeof Node === 'function' && value instanceof Node) return
    pathByObject.set(value, path)
    for (const [key, { value: inner }] of Object.entries(Object.getOwnPropertyDescriptors(value)))
      visit(inner, `${path}.${key}`, depth + 1)
  }
  visit(root, 'its output', 0)
  return pathByObject
}

/** Reports mutable objects that the outputs of two modals share, one sentence each. Ignores functions, frozen objects and `inputs`. */
export function sharedObjects(one: unknown, other: unknown, inputs: readonly unknown[]): readonly string[] {
  const ignored = new Set<unknown>([globalThis, ...inputs])
  const ofOther = reachable(other, ignored)
  return [...reachable(one, ignored)]
    .filter(([value]) => typeof value !== 'function' && !Object.isFrozen(value) && ofOther.has(value))
    .map(([, path]) => `${path} is one object for two modals. Create it inside setup.`)
}
