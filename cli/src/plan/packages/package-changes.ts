import semver from 'semver'
import type { FirstParty } from '../plugins/first-party.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import { kindPackages } from '../site/site-kind.js'
import { noPackages, type PackageLists, peerPackages, pluginPackages, type Versions } from '../site/site-packages.js'
import { engineVersions } from './engines.js'
import type { Listed, PackageChange, Section } from './package-json.js'

/** One side of a change: the plugins, and the peers that this tool had added. `undefined` is a site without a modal. */
export interface PackageState {
  readonly plugins: readonly PluginPackage[]
  readonly recorded: readonly string[]
}

export interface PackageChangesInput {
  readonly before: PackageState | undefined
  readonly after: readonly PluginPackage[] | undefined
  readonly listed: Listed
  readonly list: FirstParty
  /** Versions of peer dependencies. */
  readonly tested: Versions
  /** Further packages for this kind of site. Once recorded, they stay as long as the site has a modal. */
  readonly extra: PackageLists
}

export interface PackageChanges {
  readonly changes: readonly PackageChange[]
  /** Peers and packed plugins that this tool has added, as recorded in wallet-modal.json. */
  readonly recorded: readonly string[]
}

const sections = ['dependencies', 'devDependencies'] as const

/**
 * Changes of package.json. Packages that the site lists itself stay: only plugins, the kernel, this CLI in an exact version, engines in our
 * version, and peers recorded in wallet-modal.json are removed.
 */
export function packageChanges({ before, after, listed, list, tested, extra }: PackageChangesInput): PackageChanges {
  const sectionOf = (name: string): Section | undefined => sections.find((section) => name in listed[section])
  const kind = merged(extra, kindOf(before, listed))
  const peersBefore = before ? merged(peerPackages(before.plugins, list, tested), kind) : noPackages
  const peersAfter = after ? merged(peerPackages(after, list, tested), kind) : noPackages
  const had = before ? flat(pluginPackages(before.plugins, list)) : new Map<string, Wanted>()
  const recorded = namesOf(peersAfter).filter((name) => {
    const section = sectionOf(name)
    if (section === undefined) return !namesOf(peersBefore).includes(name)
    // a removed plugin whose package stays, because another plugin imports its contract
    const isLeftBehind = had.has(name) && semver.valid(listed[section][name]) !== null
    return isLeftBehind || before?.recorded.includes(name)
  })
  const local = (after ?? []).filter(({ name, source }) =>
    had.has(name) ? before?.recorded.includes(name) : source !== undefined && sectionOf(name) === undefined,
  )
  recorded.push(...local.map(({ name }) => name))
  const has = after ? flat(pluginPackages(after, list)) : new Map<string, Wanted>()
  for (const [name, wanted] of flat(peersAfter)) if (recorded.includes(name) && !has.has(name)) has.set(name, wanted)

  const engines = before ? engineVersions(before.plugins, list) : {}
  // A range, a tag or `workspace:*` was written by the user: this tool writes exact versions only.
  const isOurs = (name: string, version: string): boolean =>
    before?.recorded.includes(name) ||
    (had.has(name) && semver.valid(version) !== null && (engines[name] === undefined || engines[name] === version))
  const leaving = [...new Set([...had.keys(), ...(before?.recorded ?? [])])].sort()
  const changes = leaving.flatMap((name): readonly PackageChange[] => {
    const section = sectionOf(name)
    const version = section && listed[section][name]
    if (section === undefined || version === undefined || !isOurs(name, version)) return []
    const wanted = has.get(name)
    if (!wanted) return [{ name, change: 'remove', section, version }]
    return wanted.section === section ? [] : [{ name, change: 'move', section: wanted.section, version }]
  })
  const coming = [...has].flatMap(([name, { section, version }]): readonly PackageChange[] =>
    had.has(name) || sectionOf(name) ? [] : [{ name, change: 'add', section, version }],
  )
  const ordered = [...changes, ...coming].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  return { changes: ordered, recorded: recorded.sort() }
}

const orderOf = ({ section, name }: PackageChange): string => `${section} ${name}`

interface Wanted {
  readonly section: Section
  readonly version: string
}

/** Packages that an earlier run added for the kind of site. */
function kindOf(before: PackageState | undefined, listed: Listed): PackageLists {
  const names = before?.recorded.filter((name) => kindPackages.includes(name)) ?? []
  const of = (section: Section): Versions =>
    Object.fromEntries(Object.entries(listed[section]).filter(([name]) => names.includes(name)))
  return { dependencies: of('dependencies'), devDependencies: of('devDependencies') }
}

const merged = (a: PackageLists, b: PackageLists): PackageLists => ({
  dependencies: { ...a.dependencies, ...b.dependencies },
  devDependencies: { ...a.devDependencies, ...b.devDependencies },
})

const flat = (lists: PackageLists): Map<string, Wanted> =>
  new Map(
    [...sections]
      .reverse()
      .flatMap((section) =>
        Object.entries(lists[section]).map(([name, version]): [string, Wanted] => [name, { section, version }]),
      ),
  )

const namesOf = (lists: PackageLists): readonly string[] => sections.flatMap((section) => Object.keys(lists[section]))
