import { CliError } from '../../errors.js'
import { packageFile, siteFiles } from '../../plan/changes/change-plan.js'
import { readLists } from '../../plan/packages/package-json.js'
import { type FirstParty, kernelName } from '../../plan/plugins/first-party.js'
import type { PluginPackage } from '../../plan/plugins/plugin-manifest.js'
import type { Layout } from '../../plan/site/layout.js'
import { parseSiteManifest, type SiteManifest, siteManifestFile } from '../../plan/site/site-manifest.js'
import { readRegularFile } from '../changes/change-files.js'
import { findInstalled, readPlugin } from '../packages/installed.js'
import { refusePlugAndPlay } from '../packages/plug-n-play.js'
import { findManager, type ManagerHints, type SiteManager } from '../packages/site-manager.js'
import { readLayout } from './site-layout.js'

/** State of a site on disk, as needed for planning a change. */
export interface SiteState {
  readonly folder: string
  readonly manager: SiteManager
  readonly layout: Layout
  /** Texts of package.json, wallet-modal.json, the generated files and the config file, by path. Files that do not exist have no entry. */
  readonly files: ReadonlyMap<string, string>
  /** Parsed wallet-modal.json; `undefined` if there is none. */
  readonly manifest: SiteManifest | undefined
  /** Package names listed in package.json. */
  readonly listed: ReadonlySet<string>
  /** Version of the installed kernel; `undefined` if it is not installed. */
  readonly kernelVersion: string | undefined
}

/**
 * Reads a site. Call `healSite` first, which restores the files of a killed run. Detects the layout if `knownLayout` is not given. Throws `INVALID_SITE`
 * if package.json or wallet-modal.json is invalid, or if the packages are installed with Plug'n'Play.
 */
export async function readSiteState(folder: string, hints: ManagerHints, knownLayout?: Layout): Promise<SiteState> {
  const manager = await findManager(folder, hints)
  await refusePlugAndPlay(folder, manager)
  const layout = knownLayout ?? (await readLayout(folder))
  const files = new Map<string, string>()
  for (const path of siteFiles(layout)) {
    const bytes = await readRegularFile(folder, path)
    if (bytes) files.set(path, bytes.toString())
  }
  const text = files.get(siteManifestFile)
  const lists = readLists(files.get(packageFile) ?? '{}')
  return {
    folder,
    manager,
    layout,
    files,
    manifest: text === undefined ? undefined : parseSiteManifest(text),
    listed: new Set([...Object.keys(lists.dependencies), ...Object.keys(lists.devDependencies)]),
    kernelVersion: (await findInstalled(folder, kernelName))?.json.version,
  }
}

/** Reads an installed plugin. If it is not installed, returns the plugin of `release`. Throws `NOT_INSTALLED` if `release` does not contain it. */
export async function readSitePlugin(folder: string, name: string, release: FirstParty): Promise<PluginPackage> {
  try {
    return await readPlugin(folder, name, release.plugins)
  } catch (error) {
    const known = release.plugins.find((plugin) => plugin.name === name)
    if (known && error instanceof CliError && error.code === 'NOT_INSTALLED') return known
    throw error
  }
}
