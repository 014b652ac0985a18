import { CliError } from '../errors.js'
import { packageFile, siteFiles } from '../plan/change-plan.js'
import { type FirstParty, kernelName } from '../plan/first-party.js'
import { defaultLayout, type Layout } from '../plan/layout.js'
import { readLists } from '../plan/package-json.js'
import type { PluginPackage } from '../plan/plugin-manifest.js'
import { parseSiteManifest, type SiteManifest, siteManifestFile } from '../plan/site-manifest.js'
import { readPlain } from './change-files.js'
import { healChange, isInterrupted } from './change-heal.js'
import { findInstalled, readPlugin } from './installed.js'
import { findManager, type ManagerHints, type SiteManager } from './site-manager.js'

/** A site as it is on the disk: everything that planning a change needs. */
export interface SiteState {
  readonly folder: string
  readonly manager: SiteManager
  readonly layout: Layout
  /** The text of those of its four files that are there. */
  readonly files: ReadonlyMap<string, string>
  /** `undefined` where the folder has no modal yet. */
  readonly manifest: SiteManifest | undefined
  /** The names in package.json. */
  readonly listed: ReadonlySet<string>
  /** The version of the installed kernel. */
  readonly kernelVersion: string | undefined
  /** Whether a run was killed here before and everything was put back just now. */
  readonly healed: boolean
}

export interface StateHints extends ManagerHints {
  /** `false` for a run that must write nothing. */
  readonly heals: boolean
}

/** Reads a site, after putting back what a killed run left half-done. */
export async function readSiteState(
  folder: string,
  hints: StateHints,
  layout: Layout = defaultLayout,
): Promise<SiteState> {
  const manager = await findManager(folder, hints)
  const healed = hints.heals ? await healChange(folder, manager.workspace) : await refuseInterrupted(folder)
  const files = new Map<string, string>()
  for (const path of siteFiles(layout)) {
    const bytes = await readPlain(folder, path)
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
    healed,
  }
}

async function refuseInterrupted(folder: string): Promise<false> {
  if (!(await isInterrupted(folder))) return false
  throw new CliError('CHANGE_INTERRUPTED', 'A run was killed while it changed this site, or is at work still.', {
    advice: 'Run the command without --dry-run: it puts the files back first.',
  })
}

/** A plugin as it is installed, or where nothing is installed yet as this release has it. Throws `NOT_INSTALLED`. */
export async function readSitePlugin(folder: string, name: string, list: FirstParty): Promise<PluginPackage> {
  try {
    return await readPlugin(folder, name)
  } catch (error) {
    const known = list.plugins.find((plugin) => plugin.name === name)
    if (known && error instanceof CliError && error.code === 'NOT_INSTALLED') return known
    throw error
  }
}
