import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Entries that are not the project's own: installed packages, the lockfile and the state of Yarn. */
const notOwn = new Set(['node_modules', 'package-lock.json', '.yarn'])

/** The project's own files with their content, and its empty folders, whose paths end with a slash. */
export type Tree = ReadonlyMap<string, Buffer>

export function readTree(folder: string): Tree {
  const walk = (path: string): readonly (readonly [string, Buffer])[] => {
    const names = readdirSync(join(folder, path)).filter((name) => path !== '' || !notOwn.has(name))
    if (names.length === 0 && path !== '') return [[`${path}/`, Buffer.alloc(0)]]
    return names.sort().flatMap((name) => {
      const inner = path === '' ? name : `${path}/${name}`
      return lstatSync(join(folder, inner)).isDirectory() ? walk(inner) : [[inner, readFileSync(join(folder, inner))]]
    })
  }
  return new Map(walk(''))
}

/** Hashes of a tree's files, short enough for the diff of a failed test. */
export const fingerprint = (tree: Tree): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...tree].map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex').slice(0, 16)]),
  )

/** Replaces a project's own files by those of a tree. Keeps installed packages and the lockfile. */
export function restoreTree(folder: string, tree: Tree): void {
  for (const name of readdirSync(folder)) if (!notOwn.has(name)) rmSync(join(folder, name), { recursive: true })
  for (const [path, bytes] of tree) {
    mkdirSync(join(folder, path.endsWith('/') ? path : dirname(path)), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(join(folder, path), bytes)
  }
}

/** Location and version of each package in the lockfile, without the project itself. Adds the name where the lockfile states it. */
export function resolvedPackages(folder: string): readonly string[] {
  const file = join(folder, 'package-lock.json')
  if (!existsSync(file)) return []
  const { packages }: { packages: Readonly<Record<string, { name?: string; version?: string }>> } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  const places = Object.entries(packages).filter(([place]) => place !== '')
  return places.map(([place, { name, version }]) => `${place} ${name ?? ''}@${version}`).sort()
}
