import semver from 'semver'
import { fetchCompatible } from '../apply/packages/fetch-compatible.js'
import type { FetchedPlugin } from '../apply/packages/fetch-plugin.js'
import { fetchRelease } from '../apply/packages/fetch-release.js'
import { findBin, findInstalled } from '../apply/packages/installed.js'
import { runCommand } from '../apply/run-command.js'
import { readSiteTools } from '../apply/site/site-tools.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { packageFile } from '../plan/changes/change-plan.js'
import { type ChangelogEntry, changelogBetween } from '../plan/changes/changelog.js'
import { planUpgrade, supportsKernel } from '../plan/changes/upgrade-plan.js'
import { readLists } from '../plan/packages/package-json.js'
import { checkPrograms } from '../plan/packages/programs.js'
import { cliName, type FirstParty, kernelName, shortName } from '../plan/plugins/first-party.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import type { Versions } from '../plan/site/site-packages.js'
import { packageWarnings } from '../ui/package-warnings.js'
import { permissionTexts } from '../ui/permission-lines.js'
import { applyPlan, type ChangeFlags, type OpenSite, openReadableSite } from './change-run.js'

export interface UpgradeFlags extends ChangeFlags {
  /** A version or a tag. */
  readonly to?: string
}

/**
 * Updates all wallet-modal packages to one release, and shows the changelog. Also updates third-party plugins that do not support the kernel of the
 * release, if a newer version supports it.
 */
export async function upgrade(flags: UpgradeFlags, env: Environment): Promise<CommandResult> {
  const open = await openReadableSite(flags, env)
  const { reporter, site, plugins, state } = open
  const done = reporter.progress('Reading the release')
  const { release: target, changelogs } = await fetchRelease(flags.to, env).catch((error: unknown) => {
    done('The release could not be read', true)
    throw error
  })
  const kernel = await kernelOf(open)
  const from = kernel.version
  const to = target.kernel.version
  done(`Release ${target.version}`)
  const document = { from: from ?? null, to, changelog: [] as readonly ChangelogEntry[] }
  if (flags.to === undefined && from !== undefined && semver.gt(from, to)) {
    reporter.outro(`This site already uses ${from}, which is newer than the latest release (${to}).`)
    return { document: { ok: true, command: 'upgrade', ...document, changed: false } }
  }
  const { files, layout } = state
  const { kernelPeers, version: kernelVersion } = kernel
  const tested = kernelVersion === open.release.kernel.version ? open.release.tested : {}
  const newer = await fetchNewer(open, target)
  const updated = newer.map(({ plugin }) => plugin)
  const { plan, unchanged } = planUpgrade({
    ...{ site, files, layout, plugins, kernelPeers, kernelVersion, tested },
    updated,
    target,
  })
  const names = [kernelName, ...plugins.map(({ name }) => name), cliName]
  const changelog = changelogBetween(changelogs, names, { from, to })
  const result = await applyPlan(
    open,
    {
      command: 'upgrade',
      warnings: [
        ...unchanged.map((name) => `"${name}" comes from a folder, a repository or a catalog, and is not changed.`),
        ...addedPermissions(plugins, [...target.plugins, ...updated]),
        ...newer.flatMap(packageWarnings),
      ],
      lines: [`From ${from ?? 'an unknown version'} to ${to}`, ...changelogLines(changelog)],
      document: { ...document, changelog },
    },
    plan,
  )
  if (plan.files.length > 0 && flags.install !== false && !flags.dryRun) await syncWithInstalled(open)
  return result
}

/**
 * Runs `sync` of the installed release, because it may generate other files than this release. If `sync` fails, only warns, because the upgrade is
 * complete. Does nothing if package.json does not list this tool: an installed package with its name could be a dependency of a plugin.
 */
async function syncWithInstalled({ env, release, reporter, state }: OpenSite): Promise<void> {
  const installed = state.listed.has(cliName) ? await findInstalled(env.cwd, cliName) : undefined
  if (!installed?.json.bin || installed.json.version === release.version) return
  const args = [await findBin(installed, cliName), 'sync', '--json']
  const sync = runCommand({ file: process.execPath, args, cwd: env.cwd, signal: env.signal })
  const { exitCode } = await sync.catch((cause: unknown) => {
    if (!env.signal.aborted) throw cause
    throw new CliError('INTERRUPTED', 'The site was upgraded, but the generated file may be out of date.', {
      advice: 'Run `npx create-wallet-modal sync`.',
      cause,
      leavesChanges: true,
    })
  })
  if (exitCode !== 0) reporter.warn('The generated file could not be updated. Run `npx create-wallet-modal sync`.')
}

/**
 * Newer versions of the third-party plugins that do not support the kernel of the release. Skips plugins that package.json does not list with a version
 * or range.
 */
async function fetchNewer(
  { env, plugins, reporter, state }: OpenSite,
  target: FirstParty,
): Promise<readonly FetchedPlugin[]> {
  const { dependencies, devDependencies } = readLists(state.files.get(packageFile) ?? '{}')
  const isOwn = (name: string): boolean => target.plugins.some((plugin) => plugin.name === name)
  const isCompatible = (plugin: PluginPackage): boolean => supportsKernel(plugin, target.kernel.version)
  const found: FetchedPlugin[] = []
  for (const plugin of plugins) {
    const spec = dependencies[plugin.name] ?? devDependencies[plugin.name]
    const isVersion = spec !== undefined && semver.validRange(spec) !== null
    if (isOwn(plugin.name) || isCompatible(plugin) || !isVersion) continue
    const done = reporter.progress(`Looking for a newer version of ${plugin.name}`)
    const input = { cwd: env.cwd, signal: env.signal, isCompatible, kernelVersion: target.kernel.version }
    const newer = await fetchCompatible(plugin, input).catch((error: unknown) => {
      done(`${plugin.name} could not be read`, true)
      throw error
    })
    done(newer ? `${plugin.name} ${newer.plugin.version}` : `${plugin.name} has no newer version that fits`, !newer)
    if (!newer) continue
    if (newer.programs.length > 0) checkPrograms(plugin.name, newer.programs, await readSiteTools(env.cwd, plugin.name))
    found.push(newer)
  }
  return found
}

interface InstalledKernel {
  readonly version: string | undefined
  readonly kernelPeers: Versions
}

/**
 * Version and peer dependencies of the installed kernel. If it is not installed: the lowest version that package.json allows, and the peer
 * dependencies in this release.
 */
async function kernelOf({ env, release, state }: OpenSite): Promise<InstalledKernel> {
  const installed = (await findInstalled(env.cwd, kernelName))?.json
  const kernelPeers = installed?.peerDependencies ?? release.kernel.peerDependencies
  if (installed !== undefined && semver.valid(installed.version)) return { version: installed.version, kernelPeers }
  const { dependencies, devDependencies } = readLists(state.files.get(packageFile) ?? '{}')
  const spec = dependencies[kernelName] ?? devDependencies[kernelName]
  const version = spec !== undefined && semver.validRange(spec) !== null ? semver.minVersion(spec)?.version : undefined
  return { version, kernelPeers }
}

/** Warnings about permissions that the new release adds to the site's plugins. */
const addedPermissions = (before: readonly PluginPackage[], after: readonly PluginPackage[]): readonly string[] =>
  before.flatMap((old) => {
    const next = after.find(({ name }) => name === old.name)
    const oldTexts = new Set(permissionTexts(old))
    const added = next ? permissionTexts(next).filter((text) => !oldTexts.has(text)) : []
    return added.length > 0 ? [`${shortName(old.name)} has new permissions: ${added.join(', ')}`] : []
  })

const changelogLines = (entries: readonly ChangelogEntry[]): readonly string[] =>
  entries.flatMap(({ package: name, version, text }) => [
    '',
    `${shortName(name)} ${version}`,
    ...text.split('\n').map((line) => `  ${line}`),
  ])
