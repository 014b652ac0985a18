import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readText } from '../apply/files/read-file.js'
import { findInstalled, parsePackageJson } from '../apply/packages/installed.js'
import { CliError } from '../errors.js'

/** An installed copy of a package. */
export interface Copy {
  /** Real path of the copy's folder. */
  readonly folder: string
  /** Name in the copy's package.json. If the package was installed under an alias, its folder has a different name. */
  readonly name: string
  /** `unknown` if its package.json is invalid. */
  readonly version: string
}

/** All installed copies of a package that an import of `name` could load, in the site and in its packages. Sorted by folder. */
export async function findCopies(folder: string, name: string): Promise<readonly Copy[]> {
  const search: Search = { name, copies: new Map(), seen: new Set() }
  const own = await findInstalled(folder, name)
  // the second root is the folder whose `node_modules` contains the site's own copy, such as the root of a workspace
  const roots = new Set([folder, ...(own ? [dirname(join(own.folder, ...name.split('/').map(() => '..')))] : [])])
  for (const root of roots) await visitModules(join(root, 'node_modules'), search)
  return [...search.copies.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

interface Search {
  readonly name: string
  readonly copies: Map<string, Copy>
  readonly seen: Set<string>
}

async function visitModules(modules: string, search: Search): Promise<void> {
  for (const entry of await entriesOf(modules)) {
    const path = join(modules, entry)
    if (entry === '.pnpm')
      for (const inner of await entriesOf(path)) await visitModules(join(path, inner, 'node_modules'), search)
    else if (entry.startsWith('@'))
      for (const inner of await entriesOf(path)) await visitPackage(join(path, inner), `${entry}/${inner}`, search)
    else if (!entry.startsWith('.')) await visitPackage(path, entry, search)
  }
}

async function visitPackage(path: string, name: string, search: Search): Promise<void> {
  const real = await realpath(path).catch(() => undefined) // a dangling link contains no copy
  if (real === undefined || search.seen.has(real)) return
  search.seen.add(real)
  const copy = name === search.name ? await readCopy(real, name) : undefined
  if (copy) search.copies.set(real, copy)
  await visitModules(join(real, 'node_modules'), search)
}

async function readCopy(folder: string, name: string): Promise<Copy | undefined> {
  try {
    const text = await readText(join(folder, 'package.json'))
    if (text === undefined) return undefined
    const json = parsePackageJson(name, text)
    return { folder, name: json.name, version: json.version }
  } catch (error) {
    if (error instanceof CliError) return { folder, name, version: 'unknown' }
    throw error
  }
}

const entriesOf = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []) // a missing folder has no entries
