import { type Archive, type FetchedPlugin, fetchPlugin } from '../apply/packages/fetch-plugin.js'
import { findInstalled, readPlugin } from '../apply/packages/installed.js'
import { readLocalPlugin } from '../apply/packages/local-plugin.js'
import { readSiteTools } from '../apply/site/site-tools.js'
import { CliError } from '../errors.js'
import { packageFile } from '../plan/changes/change-plan.js'
import { isReplaceable } from '../plan/packages/package-changes.js'
import { readLists } from '../plan/packages/package-json.js'
import { checkPrograms } from '../plan/packages/programs.js'
import { findPlugin } from '../plan/plugins/first-party.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import {
  findInSite,
  isLocalPath,
  type PluginSpec,
  packageCandidates,
  parsePluginName,
  unknownPlugin,
} from '../plan/plugins/plugin-names.js'
import { packageWarnings } from '../ui/package-warnings.js'
import { signInWarnings } from '../ui/sign-in-warnings.js'
import type { OpenSite } from './change-run.js'

/** The plugins named by the arguments of `add`: those to add, those to update, and those that do not change. */
export interface PluginsToAdd {
  /** Plugins that the site does not have yet. */
  readonly plugins: readonly PluginPackage[]
  /** Plugins that the site has in another version, or from another archive. */
  readonly updated: readonly PluginPackage[]
  /** Names of plugins that the site already has, which do not change. */
  readonly present: readonly string[]
  readonly warnings: readonly string[]
  /** Tarballs of local plugins, to be written before the installation. */
  readonly archives: readonly Archive[]
}

/**
 * Finds the plugins for `add`. Looks for each name in this order: local path, plugins of the site, this release, packages in package.json, registry.
 * A third-party plugin of the site is updated if a version or a local path is given, and its package differs from the one in package.json. Throws
 * `UNKNOWN_PLUGIN`, `INVALID_NAME`, `NAME_CLASH` for a program that the site uses, or an error of `fetchPlugin` or `readLocalPlugin`.
 */
export async function findPluginsToAdd(names: readonly string[], open: OpenSite): Promise<PluginsToAdd> {
  const plugins = new Map<string, PluginPackage>()
  const updated = new Map<string, PluginPackage>()
  const present: string[] = []
  const warnings: string[] = []
  const archives: Archive[] = []
  const include = async (found: FetchedPlugin): Promise<void> => {
    const { plugin, programs } = found
    if (programs.length > 0) checkPrograms(plugin.name, programs, await readSiteTools(open.env.cwd, plugin.name))
    if (plugin.name in open.site.plugins) updated.set(plugin.name, plugin)
    else plugins.set(plugin.name, plugin)
    warnings.push(...packageWarnings(found))
    if (found.archive) archives.push(found.archive)
  }
  for (const text of names) {
    if (isLocalPath(text)) {
      const local = await localPlugin(text, open)
      if (isPresent(local.plugin, open)) present.push(local.plugin.name)
      else await include(local)
      continue
    }
    const typed = parsePluginName(text)
    const existing = findInSite(typed.name, {
      names: Object.keys(open.site.plugins),
      // not by id: the name may be that of another package
      plugins: [],
      release: open.release,
    })
    if (existing !== undefined && (typed.version === undefined || findPlugin(open.release, existing))) {
      present.push(existing)
      continue
    }
    const found = await findByName(existing === undefined ? typed : { ...typed, name: existing }, open)
    if (existing !== undefined && specOf(existing, open) === found.plugin.version) present.push(existing)
    else await include(found)
  }
  warnings.push(...signInWarnings([...plugins.keys()]))
  return { plugins: [...plugins.values()], updated: [...updated.values()], present, warnings, archives }
}

/** Version, range or path of a package in package.json. */
function specOf(name: string, { state }: OpenSite): string | undefined {
  const { dependencies, devDependencies } = readLists(state.files.get(packageFile) ?? '{}')
  return dependencies[name] ?? devDependencies[name]
}

/** Whether the site already installs the plugin from this archive, or from a source that this tool does not replace, such as a linked folder. */
function isPresent({ name, source }: PluginPackage, open: OpenSite): boolean {
  const spec = specOf(name, open)
  return name in open.site.plugins && spec !== undefined && (spec === source || !isReplaceable(spec))
}

/** Reads an unpublished plugin: a folder, which is packed, or a tarball. Throws `INVALID_NAME` if it has the name of a first-party package. */
async function localPlugin(path: string, { env, release, reporter }: OpenSite): Promise<FetchedPlugin> {
  const done = reporter.progress(`Reading ${path}`)
  try {
    const found = await readLocalPlugin(path, { cwd: env.cwd, signal: env.signal })
    if (findPlugin(release, found.plugin.name) || found.plugin.name.startsWith('@wallet-modal/'))
      throw new CliError(
        'INVALID_NAME',
        `"${path}" has the package name "${found.plugin.name}", which belongs to this release.`,
        {
          advice: 'Rename the package.',
        },
      )
    done(`${found.plugin.name} ${found.plugin.version}`)
    return found
  } catch (error) {
    done(`${path} could not be read`, true)
    throw error
  }
}

async function findByName(typed: PluginSpec, open: OpenSite): Promise<FetchedPlugin> {
  const { release } = open
  const known = findPlugin(release, typed.name)
  if (known) return { plugin: checkVersion(typed, known), scripts: [], programs: [] }
  if (typed.name.startsWith('@wallet-modal/')) throw unknownPlugin(typed.name, release)
  const candidates = packageCandidates(typed.name)
  for (const name of candidates) {
    const listed = await listedPlugin(name, typed, open)
    if (listed) return { plugin: listed, scripts: [], programs: [] }
  }
  for (const name of candidates) {
    const done = open.reporter.progress(`Reading ${name} from the registry`)
    const fetched = await fetchPlugin(
      { name, version: typed.version },
      { cwd: open.env.cwd, signal: open.env.signal },
    ).catch((error: unknown) => {
      done(`${name} could not be read`, true)
      throw error
    })
    done(fetched ? `${name} ${fetched.plugin.version}` : `There is no plugin package ${name}`)
    if (fetched) return fetched
  }
  throw unknownPlugin(typed.name, release)
}

function checkVersion({ name, version }: PluginSpec, known: PluginPackage): PluginPackage {
  if (version === undefined || version === known.version) return known
  throw new CliError('UNKNOWN_PLUGIN', `"${name}" is ${known.version} in this release, not ${version}.`, {
    advice: 'All packages of a release have the same version: omit the version.',
  })
}

/** A plugin that package.json already lists, such as a plugin in the site's own workspace. */
async function listedPlugin(
  name: string,
  { version }: PluginSpec,
  { env, state }: OpenSite,
): Promise<PluginPackage | undefined> {
  if (version !== undefined || !state.listed.has(name)) return undefined
  const installed = await findInstalled(env.cwd, name)
  return installed?.json.walletModal === undefined ? undefined : readPlugin(env.cwd, name)
}
