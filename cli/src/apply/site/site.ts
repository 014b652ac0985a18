import { join } from 'node:path'
import { asSiteErrors, CliError } from '../../errors.js'
import { compareGenerated } from '../../plan/files/generate.js'
import { type ResolvedSite, resolveSite } from '../../plan/packages/resolve.js'
import { kernelName } from '../../plan/plugins/first-party.js'
import type { PluginPackage } from '../../plan/plugins/plugin-manifest.js'
import { generatedFiles, type Layout } from '../../plan/site/layout.js'
import { parseSiteManifest, type SiteManifest, siteManifestFile } from '../../plan/site/site-manifest.js'
import { readText } from '../files/read-file.js'
import { findInstalled, readPlugin } from '../packages/installed.js'
import { readLayout } from './site-layout.js'

/** Reads a site's wallet-modal.json. Throws `NO_SITE` if there is none, and `INVALID_SITE` if it is invalid. */
export async function readSite(folder: string): Promise<SiteManifest> {
  const text = await readText(join(folder, siteManifestFile))
  if (text !== undefined) return parseSiteManifest(text)
  throw noSite(folder)
}

/** Error: the folder is not a site with a modal. */
export const noSite = (folder: string): CliError =>
  new CliError('NO_SITE', `There is no ${siteManifestFile} in "${folder}".`, {
    advice:
      'Run this in the folder of a site with the modal, or name it with --cwd. `npx create-wallet-modal init` adds the modal to the site in this folder; `npx create-wallet-modal create my-site` creates a new site.',
  })

/** Resolves a site with its installed packages. Throws the errors of `readPlugin` and `resolveSite`, which may suggest plugins of `known`. */
export async function resolveInstalled(
  folder: string,
  site: SiteManifest,
  known: readonly PluginPackage[],
): Promise<ResolvedSite> {
  const plugins: PluginPackage[] = []
  for (const name of Object.keys(site.plugins)) plugins.push(await readPlugin(folder, name, known))
  const kernel = await findInstalled(folder, kernelName)
  if (!kernel) {
    throw new CliError('NOT_INSTALLED', `"${kernelName}" is not installed.`, {
      advice: 'Install the packages of this site (npm install).',
    })
  }
  return asSiteErrors(() => resolveSite(site, { plugins, known, kernelVersion: kernel.json.version }))
}

/** Generated files of a site in its layout, with expected and actual contents. */
export interface GeneratedState {
  readonly layout: Layout
  readonly files: readonly GeneratedFile[]
}

export interface GeneratedFile {
  readonly path: string
  readonly expected: string
  /** `undefined` if the file does not exist. */
  readonly actual: string | undefined
}

/** Reads a site's generated files, and generates their expected contents from the installed packages. */
export async function readGenerated(folder: string, known: readonly PluginPackage[]): Promise<GeneratedState> {
  const site = await readSite(folder)
  const layout = await readLayout(folder)
  const resolved = await resolveInstalled(folder, site, known)
  const files = [...generatedFiles(resolved, layout)].map(async ([path, expected]) => ({
    path,
    expected,
    actual: await readText(join(folder, path), 8 << 20),
  }))
  return { layout, files: await Promise.all(files) }
}

const bySeverity = ['edited', 'missing', 'stale'] as const

/** The most serious state of the site's generated files, and the path of a file in this state. Prefers the generated code to the other files. */
export function stateOf({ files, layout }: GeneratedState): {
  readonly state: ReturnType<typeof compareGenerated>
  readonly path: string
} {
  const states = new Map(files.map(({ path, actual, expected }) => [path, compareGenerated(actual, expected)]))
  const state = bySeverity.find((candidate) => [...states.values()].includes(candidate)) ?? 'current'
  const paths = [layout.generatedFile, ...states.keys()]
  return { state, path: paths.find((path) => states.get(path) === state) ?? layout.generatedFile }
}
