import { guardPaths } from './path-guard.js'

/** Files that are not written yet: text by relative path with `/`. */
export type VirtualTree = ReadonlyMap<string, string>

/** A tree of files whose paths went through the path guard; sorted, so that equal content means an equal tree. */
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

/** What writing `after` over `before` changes. Files that stay the same are not listed. */
export function diffTrees(before: VirtualTree, after: VirtualTree): readonly FileChange[] {
  return [...after].flatMap(([path, text]): FileChange[] => {
    const old = before.get(path)
    if (old === text) return []
    return [{ path, change: old === undefined ? 'create' : 'update', bytes: Buffer.byteLength(text) }]
  })
}
