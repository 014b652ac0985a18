import semver from 'semver'
import { CliError } from '../../errors.js'
import { isPreactAlias } from '../detect/package-json.js'
import { engineVersions } from '../packages/engines.js'
import { editPackageJson, type Listed, type PackageChange, readLists } from '../packages/package-json.js'
import { type FirstParty, kernelName } from '../plugins/first-party.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import type { Layout } from '../site/layout.js'
import type { SiteManifest } from '../site/site-manifest.js'
import { type PackageLists, peerPackages, peerVersions, pluginPackages, type Versions } from '../site/site-packages.js'
import { type ChangePlan, packageFile, planChange } from './change-plan.js'

export interface UpgradeInput {
  readonly site: SiteManifest
  readonly files: ReadonlyMap<string, string>
  readonly layout: Layout
  /** The site's plugins as they are installed. */
  readonly plugins: readonly PluginPackage[]
  /** Peer dependencies of the installed kernel. */
  readonly kernelPeers: Versions
  /** Version of the installed kernel; `undefined` if it is not known. */
  readonly kernelVersion?: string | undefined
  /**
   * Versions of peer dependencies with which the installed release was tested. `create` lists these exact versions in package.json. Default: none.
   */
  readonly tested?: Versions
  /** Newer packages of third-party plugins, which support the kernel of `target`. Default: none. */
  readonly updated?: readonly PluginPackage[]
  /** Release to upgrade to. */
  readonly target: FirstParty
}

export interface UpgradePlan {
  readonly plan: ChangePlan
  /** Packages from a folder, a repository or a catalog, which are not changed. */
  readonly unchanged: readonly string[]
}

const sections = ['dependencies', 'devDependencies'] as const

/**
 * Plans the upgrade of all wallet-modal packages to one release: kernel, plugins, this tool, the sandbox's chain engines, and the peer dependencies
 * that this tool added. Third-party plugins do not change, except those in `updated`. Throws `KERNEL_MISMATCH` if one does not support the new
 * kernel, `INVALID_SITE` if the kernel cannot be updated in package.json, and the errors of `planChange`.
 */
export function planUpgrade({
  site,
  files,
  layout,
  plugins,
  kernelPeers,
  updated = [],
  target,
  ...installed
}: UpgradeInput): UpgradePlan {
  const ownPackages = new Map(target.plugins.map((plugin) => [plugin.name, plugin]))
  const released = plugins.map((plugin) => ownPackages.get(plugin.name) ?? plugin)
  const next = released.map((plugin) => updated.find(({ name }) => name === plugin.name) ?? plugin)
  checkThirdParty(
    next.filter(({ name }) => !ownPackages.has(name)),
    target,
  )
  const text = files.get(packageFile)
  const listed = readLists(text ?? '{}')
  const context: UpgradeContext = { before: plugins, after: next, kernelPeers, tested: installed.tested ?? {}, target }
  const updates = versionUpdates(listed, targetVersions(site, listed, context))
  checkKernelSource(updates.unchanged, installed.kernelVersion, target)
  const peers = newPeers(listed, context)
  const directChanges = [...updates.changes, ...peers]
  // `planChange` plans all other changes, from the same settings and the packages of the new release
  const editedText = text === undefined ? undefined : editPackageJson(text, directChanges)
  const recorded = [...(site.packages ?? []), ...peers.map(({ name }) => name)]
  const plan = planChange({
    before: { ...site, packages: recorded },
    after: site,
    files: editedText === undefined ? files : new Map([...files, [packageFile, editedText]]),
    layout,
    plugins: released,
    updated,
    release: target,
    kernelVersion: target.kernel.version,
  })
  const changes = [...directChanges, ...newEngines(listed, context), ...droppedEngines(listed, context)]
  return { plan: withPackageChanges({ ...plan, before: site }, { text, changes }), unchanged: updates.unchanged }
}

function checkThirdParty(thirdParty: readonly PluginPackage[], { kernel }: FirstParty): void {
  const incompatible = thirdParty.filter((plugin) => !supportsKernel(plugin, kernel.version))
  if (incompatible.length === 0) return
  const descriptions = incompatible.map(
    ({ name, version, manifest, peerDependencies }) =>
      `"${name}" ${version} (accepts ${accepts(manifest.kernel, kernel.version) ? peerDependencies[kernelName] : manifest.kernel})`,
  )
  throw new CliError('KERNEL_MISMATCH', `Kernel ${kernel.version} is not supported by ${descriptions.join(', ')}.`, {
    advice:
      'Nothing was changed. If the package.json of this site does not list one of these plugins, update it where it is listed, such as in the package.json of the workspace. The other plugins have no newer version that supports this kernel: remove them (a plugin from a folder can be added again after the upgrade), or choose an older release with --to.',
  })
}

/** Whether a plugin supports a version of the kernel, according to its manifest and its peer dependencies. */
export const supportsKernel = ({ manifest, peerDependencies }: PluginPackage, version: string): boolean =>
  accepts(manifest.kernel, version) && accepts(peerDependencies[kernelName] ?? '*', version)

const accepts = (range: string, version: string): boolean =>
  semver.satisfies(version, range, { includePrerelease: true })

interface UpgradeContext {
  readonly before: readonly PluginPackage[]
  readonly after: readonly PluginPackage[]
  readonly kernelPeers: Versions
  readonly tested: Versions
  readonly target: FirstParty
}

/** Throws `INVALID_SITE` if the kernel comes from a catalog, a workspace or a folder, and has another version than the release. */
function checkKernelSource(unchanged: readonly string[], installed: string | undefined, { kernel }: FirstParty): void {
  if (!unchanged.includes(kernelName) || installed === kernel.version) return
  throw new CliError(
    'INVALID_SITE',
    `"${kernelName}" comes from a catalog, a workspace or a folder, so this tool cannot update it to ${kernel.version}, which the plugins of this release need.`,
    {
      advice: `Nothing was changed. Set these packages to ${kernel.version} there (in pnpm: in the catalog of pnpm-workspace.yaml): ${unchanged.join(', ')}. Then install, and run \`npx create-wallet-modal upgrade\` again.`,
    },
  )
}

/** Packages of the site itself, which this tool does not update. */
const ownedBySite: ReadonlySet<string> = new Set(['react', 'react-dom'])

/**
 * New versions, by package name, of the wallet-modal packages, and of the chain engines and peer dependencies that this tool added. A peer dependency
 * other than React also counts as added if package.json lists exactly the version of `tested`.
 */
function targetVersions(
  site: SiteManifest,
  listed: Listed,
  { before, after, kernelPeers, tested, target }: UpgradeContext,
): Versions {
  const thirdParty = new Set(
    after.map(({ name }) => name).filter((name) => !target.plugins.some((plugin) => plugin.name === name)),
  )
  const { dependencies, devDependencies } = pluginPackages(after, target)
  const [enginesBefore, engines] = [engineVersions(before, target), engineVersions(after, target)]
  const all = { ...dependencies, ...devDependencies }
  const isOurs = (name: string): boolean =>
    !thirdParty.has(name) &&
    (engines[name] === undefined || sections.some((section) => listed[section][name] === enginesBefore[name]))
  const peers = peerVersions(target, target.tested)
  const knownPeers = new Set([kernelPeers, ...before.map((plugin) => plugin.peerDependencies)].flatMap(Object.keys))
  const isCreated = (name: string): boolean =>
    tested[name] !== undefined && sections.some((section) => listed[section][name] === tested[name])
  const created = [...knownPeers].filter((name) => !ownedBySite.has(name) && isCreated(name))
  const recorded = [...created, ...(site.packages ?? [])].flatMap((name) =>
    peers[name] ? [[name, peers[name]] as const] : [],
  )
  return Object.fromEntries([...Object.entries(all).filter(([name]) => isOurs(name)), ...recorded])
}

function versionUpdates(
  listed: Listed,
  targets: Versions,
): { readonly changes: readonly PackageChange[]; readonly unchanged: readonly string[] } {
  const changes: PackageChange[] = []
  const unchanged: string[] = []
  for (const section of sections) {
    for (const [name, spec] of Object.entries(listed[section])) {
      const version = targets[name]
      if (version === undefined || spec === version || isPreactAlias(spec)) continue
      if (semver.validRange(spec) === null) unchanged.push(name)
      else changes.push({ name, change: 'update', section, version })
    }
  }
  return { changes, unchanged }
}

/**
 * Peer dependencies that are new in this release. An older peer that package.json does not list was removed by the user, so it is not added again.
 */
function newPeers(listed: Listed, { before, after, kernelPeers, target }: UpgradeContext): readonly PackageChange[] {
  const known = new Set([kernelPeers, ...before.map((plugin) => plugin.peerDependencies)].flatMap(Object.keys))
  return additions(listed, peerPackages(after, target, target.tested), (name) => !known.has(name))
}

/** Chain engines of the sandbox that are new in this release. */
function newEngines(listed: Listed, { before, after, target }: UpgradeContext): readonly PackageChange[] {
  const [enginesBefore, enginesAfter] = [engineVersions(before, target), engineVersions(after, target)]
  return additions(listed, pluginPackages(after, target), (name) => !(name in enginesBefore) && name in enginesAfter)
}

const additions = (listed: Listed, targets: PackageLists, isNew: (name: string) => boolean): readonly PackageChange[] =>
  sections.flatMap((section) =>
    Object.entries(targets[section]).flatMap(([name, version]): PackageChange[] =>
      isNew(name) && !sections.some((other) => name in listed[other])
        ? [{ name, change: 'add', section, version }]
        : [],
    ),
  )

/** Chain engines that the new release does not need, if package.json still lists the version that this tool added. */
function droppedEngines(listed: Listed, { before, after, target }: UpgradeContext): readonly PackageChange[] {
  const [enginesBefore, enginesAfter] = [engineVersions(before, target), engineVersions(after, target)]
  return sections.flatMap((section) =>
    Object.entries(enginesBefore).flatMap(([name, version]): PackageChange[] =>
      enginesAfter[name] === undefined && listed[section][name] === version
        ? [{ name, change: 'remove', section, version }]
        : [],
    ),
  )
}

/** Adds package changes to a plan, and computes the plan's edit of package.json again from `text`, the current file. */
function withPackageChanges(
  plan: ChangePlan,
  { text, changes }: { readonly text: string | undefined; readonly changes: readonly PackageChange[] },
): ChangePlan {
  if (text === undefined || changes.length === 0) return plan
  const packages = [...changes, ...plan.packages].sort((a, b) => (a.name < b.name ? -1 : 1))
  const after = editPackageJson(text, [...changes, ...plan.packages])
  const edit = { path: packageFile, before: text, after }
  return { ...plan, packages, files: [edit, ...plan.files.filter(({ path }) => path !== packageFile)] }
}
