import semver from 'semver'
import { CliError } from '../../errors.js'
import type { FirstParty } from '../plugins/first-party.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import { kindPackages } from '../site/site-kind.js'
import { noPackages, type PackageLists, peerPackages, pluginPackages, type Versions } from '../site/site-packages.js'
import { engineVersions } from './engines.js'
import type { Listed, PackageChange, Section } from './package-json.js'

/** Plugins of a site, and the packages recorded in its wallet-modal.json. */
export interface PackageState {
  readonly plugins: readonly PluginPackage[]
  readonly recorded: readonly string[]
}

/** Input of `packageChanges`. `before` and `after` are `undefined` for a site without a modal. */
export interface PackageChangesInput {
  readonly before: PackageState | undefined
  readonly after: readonly PluginPackage[] | undefined
  readonly listed: Listed
  readonly release: FirstParty
  /** Versions of third-party peer dependencies to add, such as React. */
  readonly tested: Versions
  /**
   * Further packages that the kind of site needs: `preact` for a site without React, esbuild for plain HTML. Once recorded, they stay as long as the
   * site has a modal.
   */
  readonly extra: PackageLists
}

export interface PackageChanges {
  readonly changes: readonly PackageChange[]
  /**
   * Packages to record in wallet-modal.json: the peer dependencies, packages of `extra` and plugins from local tarballs that this tool added to
   * package.json.
   */
  readonly recorded: readonly string[]
}

const sections = ['dependencies', 'devDependencies'] as const

/**
 * Changes of package.json. Removes only packages that this tool added: packages recorded in wallet-modal.json, chain engines in the version that this
 * tool installs, and the kernel, plugins and this CLI in an exact version.
 */
export function packageChanges({ before, after, listed, release, tested, extra }: PackageChangesInput): PackageChanges {
  const sectionOf = (name: string): Section | undefined => sections.find((section) => name in listed[section])
  const packagesOfKind = merge(extra, recordedKindPackages(before, listed))
  const peersBefore = before ? merge(peerPackages(before.plugins, release, tested), packagesOfKind) : noPackages
  const peersAfter = after ? merge(peerPackages(after, release, tested), packagesOfKind) : noPackages
  const packagesBefore = before ? byName(pluginPackages(before.plugins, release)) : new Map<string, PackageEntry>()
  const recorded = namesOf(peersAfter).filter((name) => {
    const section = sectionOf(name)
    if (section === undefined) return !namesOf(peersBefore).includes(name)
    // the package of a removed plugin stays, and is recorded from now on, if it is a peer dependency of another plugin
    const remainsListed = packagesBefore.has(name) && semver.valid(listed[section][name]) !== null
    return remainsListed || before?.recorded.includes(name)
  })
  const packedPlugins = (after ?? []).filter(({ name, source }) =>
    packagesBefore.has(name) ? before?.recorded.includes(name) : source !== undefined && sectionOf(name) === undefined,
  )
  recorded.push(...packedPlugins.map(({ name }) => name))
  const packagesAfter = after ? byName(pluginPackages(after, release)) : new Map<string, PackageEntry>()
  for (const [name, entry] of byName(peersAfter))
    if (recorded.includes(name) && !packagesAfter.has(name)) packagesAfter.set(name, entry)

  const engines = before ? engineVersions(before.plugins, release) : {}
  // The user wrote all ranges, tags and `workspace:*`: this tool writes exact versions, and `file:` paths of packages that it records.
  const isOurs = (name: string, version: string): boolean =>
    before?.recorded.includes(name) ||
    (packagesBefore.has(name) &&
      semver.valid(version) !== null &&
      (engines[name] === undefined || engines[name] === version))
  const formerNames = [...new Set([...packagesBefore.keys(), ...(before?.recorded ?? [])])].sort()
  const changes = formerNames.flatMap((name): readonly PackageChange[] => {
    const section = sectionOf(name)
    const version = section && listed[section][name]
    if (section === undefined || version === undefined || !isOurs(name, version)) return []
    const entry = packagesAfter.get(name)
    if (!entry) return [{ name, change: 'remove', section, version }]
    // the new version of a third-party plugin may need another version of its chain engine
    const nextVersion = engines[name] === version ? entry.version : version
    if (entry.section !== section) return [{ name, change: 'move', section: entry.section, version: nextVersion }]
    return nextVersion === version ? [] : [{ name, change: 'update', section, version: nextVersion }]
  })
  const additions = [...packagesAfter].flatMap(([name, { section, version }]): readonly PackageChange[] =>
    packagesBefore.has(name) || sectionOf(name) ? [] : [{ name, change: 'add', section, version }],
  )
  const ordered = [...changes, ...additions].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  return { changes: ordered, recorded: recorded.sort() }
}

/**
 * Changes of package.json that update plugins of the site to the packages in `plugins`. Throws `INVALID_SITE` if an entry of package.json cannot be
 * replaced (see {@link isReplaceable}).
 */
export const pluginUpdates = (plugins: readonly PluginPackage[], listed: Listed): readonly PackageChange[] =>
  plugins.flatMap(({ name, version, source }): readonly PackageChange[] => {
    const section = sections.find((one) => name in listed[one])
    const [previous, next] = [section && listed[section][name], source ?? version]
    if (section === undefined || previous === undefined)
      return [{ name, change: 'add', section: 'dependencies', version: next }]
    if (!isReplaceable(previous))
      throw new CliError(
        'INVALID_SITE',
        `package.json takes "${name}" from "${previous}", which this tool cannot change.`,
        {
          advice: 'Change its version there. Then install, and run `npx create-wallet-modal sync`.',
        },
      )
    return previous === next ? [] : [{ name, change: 'update', section, version: next, previous }]
  })

/** Whether this tool can replace an entry of package.json: a version, a range or a local tarball. */
export const isReplaceable = (spec: string): boolean => semver.validRange(spec) !== null || /^file:.*\.tgz$/.test(spec)

const orderOf = ({ section, name }: PackageChange): string => `${section} ${name}`

interface PackageEntry {
  readonly section: Section
  readonly version: string
}

/** Packages in package.json that an earlier run added for the kind of site; see `extra`. */
function recordedKindPackages(before: PackageState | undefined, listed: Listed): PackageLists {
  const names = before?.recorded.filter((name) => kindPackages.includes(name)) ?? []
  const of = (section: Section): Versions =>
    Object.fromEntries(Object.entries(listed[section]).filter(([name]) => names.includes(name)))
  return { dependencies: of('dependencies'), devDependencies: of('devDependencies') }
}

const merge = (a: PackageLists, b: PackageLists): PackageLists => ({
  dependencies: { ...a.dependencies, ...b.dependencies },
  devDependencies: { ...a.devDependencies, ...b.devDependencies },
})

const byName = (lists: PackageLists): Map<string, PackageEntry> =>
  new Map(
    [...sections]
      .reverse()
      .flatMap((section) =>
        Object.entries(lists[section]).map(([name, version]): [string, PackageEntry] => [name, { section, version }]),
      ),
  )

const namesOf = (lists: PackageLists): readonly string[] => sections.flatMap((section) => Object.keys(lists[section]))
