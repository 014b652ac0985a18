import { guardPaths } from './path-guard.js'

/** Files to be written: contents by relative path, with `/` between segments. */
export type VirtualTree = ReadonlyMap<string, string>

/** Creates a tree with validated paths. The files are sorted, so that equal contents give equal trees. */
export function createTree(files: Iterable<readonly [path: string, text: string]>): VirtualTree {
  const entries = [...files]
  const paths = guardPaths(
    'file',
    entries.map(([path]) => path),
  )
  return new Map(
    paths
      .map((path, index): [string, string] => [path, entries[index]?.[1] ?? ''])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

export interface FileChange {
  readonly path: string
  readonly change: 'create' | 'update'
  readonly bytes: number
}

/** Files of `after` that are new or differ from `before`. Does not report removed files. */
export function diffTrees(before: VirtualTree, after: VirtualTree): readonly FileChange[] {
  return [...after].flatMap(([path, text]): FileChange[] => {
    const old = before.get(path)
    if (old === text) return []
    return [{ path, change: old === undefined ? 'create' : 'update', bytes: Buffer.byteLength(text) }]
  })
}
