import semver from 'semver'
import { fetchRelease } from '../apply/packages/fetch-release.js'
import { findInstalled } from '../apply/packages/installed.js'
import type { CommandResult, Environment } from '../environment.js'
import { packageFile } from '../plan/changes/change-plan.js'
import { type ChangelogEntry, changelogBetween } from '../plan/changes/changelog.js'
import { planUpgrade } from '../plan/changes/upgrade-plan.js'
import { readLists } from '../plan/packages/package-json.js'
import { cliName, kernelName, shortName } from '../plan/plugins/first-party.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import type { Versions } from '../plan/site/site-packages.js'
import { permissionTexts } from '../ui/permission-lines.js'
import { applyPlan, type ChangeFlags, type OpenSite, openReadableSite } from './change-run.js'

export interface UpgradeFlags extends ChangeFlags {
  /** A version or a tag. */
  readonly to?: string
}

/** Updates all wallet-modal packages to one release, and shows the changelog. */
export async function upgrade(flags: UpgradeFlags, env: Environment): Promise<CommandResult> {
  const open = await openReadableSite(flags, env)
  const { reporter, site, plugins, state } = open
  const done = reporter.progress('Reading the release')
  const { list: target, changelogs } = await fetchRelease(flags.to, env).catch((error: unknown) => {
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
  const { kernelPeers } = kernel
  const { plan, unchanged } = planUpgrade({ site, files, layout, plugins, kernelPeers, target })
  const names = [kernelName, ...plugins.map(({ name }) => name), cliName]
  const changelog = changelogBetween(changelogs, names, { from, to })
  return applyPlan(
    open,
    {
      command: 'upgrade',
      warnings: [
        ...unchanged.map((name) => `"${name}" comes from a folder, a repository or a catalog, and is not changed.`),
        ...addedPermissions(plugins, target.plugins),
      ],
      lines: [`From ${from ?? 'an unknown version'} to ${to}`, ...changelogLines(changelog)],
      document: { ...document, changelog },
    },
    plan,
  )
}

interface InstalledKernel {
  readonly version: string | undefined
  readonly kernelPeers: Versions
}

/**
 * Version and peer dependencies of the installed kernel. If it is not installed: the lowest version that package.json allows, and the peer
 * dependencies in this release.
 */
async function kernelOf({ env, list, state }: OpenSite): Promise<InstalledKernel> {
  const installed = (await findInstalled(env.cwd, kernelName))?.json
  const kernelPeers = installed?.peerDependencies ?? list.kernel.peerDependencies
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
