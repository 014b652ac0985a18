import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  readonly resolved?: string
  readonly link?: boolean
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** The packages of a package-lock.json, by the folder they are installed in. */
export type Lockfile = Record<string, Locked>

/** Reads the lockfile of a folder. */
export const readLockfile = (folder: string): Lockfile =>
  JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages

/** Name of the package installed at a path: the last part of `node_modules/a/node_modules/@b/c`. */
export const nameAt = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Folders where Node looks for a package, nearest first. */
function candidates(place: string, name: string): readonly string[] {
  const found = [`${place ? `${place}/` : ''}node_modules/${name}`]
  for (let parent = place; parent !== ''; ) {
    parent = parent.includes('/') ? parent.slice(0, parent.lastIndexOf('/')) : ''
    if (!parent.endsWith('node_modules')) found.push(`${parent ? `${parent}/` : ''}node_modules/${name}`)
  }
  return found
}

const needed = ({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}: Locked): readonly string[] =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  )

/** Names of all direct and indirect dependencies of a workspace folder. */
export function namesBehind(lockfile: Lockfile, folder: string): readonly string[] {
  const seen = new Set<string>()
  const names = new Set<string>()
  const visit = (place: string): void => {
    const locked = lockfile[place]
    if (!locked || seen.has(place)) return
    seen.add(place)
    for (const name of needed(locked)) {
      const at = candidates(place, name).find((candidate) => lockfile[candidate])
      if (!at) continue
      names.add(name)
      visit(lockfile[at]?.link ? (lockfile[at].resolved ?? at) : at)
    }
  }
  visit(folder)
  return [...names].sort()
}
