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

export interface NewFile {
  readonly path: string
  readonly change: 'create'
  readonly bytes: number
}

/** Files of a new folder, for reports. */
export const newFiles = (tree: VirtualTree): readonly NewFile[] =>
  [...tree].map(([path, text]) => ({ path, change: 'create', bytes: Buffer.byteLength(text) }))
