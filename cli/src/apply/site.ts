import { join } from 'node:path'
import { CliError } from '../errors.js'
import { kernelName } from '../plan/first-party.js'
import { generate, generatedFile } from '../plan/generate.js'
import type { PluginPackage } from '../plan/plugin-manifest.js'
import { type ResolvedSite, resolveSite } from '../plan/resolve.js'
import { parseSiteManifest, type SiteManifest, siteManifestFile } from '../plan/site-manifest.js'
import { findInstalled, readPlugin } from './installed.js'
import { readText } from './read-file.js'

/** Reads a site's wallet-modal.json. Throws `NO_SITE` where there is none. */
export async function readSite(folder: string): Promise<SiteManifest> {
  const text = await readText(join(folder, siteManifestFile))
  if (text !== undefined) return parseSiteManifest(text)
  throw new CliError('NO_SITE', `There is no ${siteManifestFile} in "${folder}".`, {
    advice:
      'Run this in the folder of a site, or name it with --cwd. `npx create-wallet-modal create my-site` makes a new one.',
  })
}

/** Resolves a site by the packages that are installed in it. `known` are plugins that errors may suggest. */
export async function resolveInstalled(
  folder: string,
  site: SiteManifest,
  known: readonly PluginPackage[],
): Promise<ResolvedSite> {
  const plugins: PluginPackage[] = []
  for (const name of Object.keys(site.plugins)) plugins.push(await readPlugin(folder, name))
  const kernel = await findInstalled(folder, kernelName)
  if (!kernel) {
    throw new CliError('NOT_INSTALLED', `"${kernelName}" is not installed.`, {
      advice: 'Install the packages of this site (npm install).',
    })
  }
  return resolveSite(site, { plugins, known, kernelVersion: kernel.json.version })
}

/** What the generated file should be, and what it is. */
export interface GeneratedState {
  readonly expected: string
  readonly actual: string | undefined
}

/** Compares a site's generated file with what the installed packages make of wallet-modal.json. */
export async function readGenerated(folder: string, known: readonly PluginPackage[]): Promise<GeneratedState> {
  const resolved = await resolveInstalled(folder, await readSite(folder), known)
  return { expected: generate(resolved), actual: await readText(join(folder, generatedFile), 8 << 20) }
}
