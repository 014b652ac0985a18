import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileInside } from '../apply/files/read-file.js'
import type { Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { toList } from '../plan/arguments/flags.js'
import { suggest } from '../plan/arguments/similar-names.js'
import type { DetectedSite } from '../plan/detect/detect.js'
import { type Framework, frameworks, isFramework } from '../plan/detect/framework.js'
import type { Snapshot } from '../plan/detect/snapshot.js'
import { isSourceFolder } from '../plan/detect/source-folder.js'
import type { FirstParty } from '../plan/plugins/first-party.js'
import { defaultNetworks, newSite } from '../plan/site/new-site.js'
import { checkVariable } from '../plan/site/project-id-variable.js'
import type { SiteManifest } from '../plan/site/site-manifest.js'
import { askSite, type SiteAnswers } from '../ui/create-questions.js'
import { type CreateFlags, checkTitle } from './create-input.js'

/** Validates the framework given by `--framework`. Throws `INVALID_OPTION`. */
export function toFramework(name: string | undefined): Framework | undefined {
  if (name === undefined || isFramework(name)) return name
  const shown = JSON.stringify(name.slice(0, 50))
  throw new CliError('INVALID_OPTION', `--framework must be one of ${frameworks.join(', ')}, not ${shown}.`, {
    advice: suggest(name, frameworks, 'Frameworks'),
  })
}

/**
 * Validates the source folder given by `--src`, and returns it with `/`, without `./` and trailing slashes; empty for the site's root folder. Throws
 * `INVALID_OPTION` if it is not a folder in the site, and `INVALID_PATH` for a symbolic link out of the site.
 */
export async function toSourceFolder(typedFolder: string | undefined, site: string): Promise<string | undefined> {
  if (typedFolder === undefined) return undefined
  const folder = typedFolder
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '')
  if (folder === '.' || (typedFolder !== '' && folder === '')) return ''
  if (isSourceFolder(folder) && (await isFolderInside(site, folder))) return folder
  throw new CliError(
    'INVALID_OPTION',
    `--src: there is no folder ${JSON.stringify(typedFolder.slice(0, 100))} in this site.`,
    {
      advice: 'Name the folder of the code that the bundler reads, relative to package.json: --src app.',
    },
  )
}

async function isFolderInside(site: string, folder: string): Promise<boolean> {
  const path = await fileInside(site, '--src', folder)
  return path !== undefined && (await stat(path)).isDirectory()
}

/** Asks for the settings that no flag sets, or uses the defaults. */
export async function initAnswers(
  flags: CreateFlags,
  env: Environment,
  { release, interactive }: { readonly release: FirstParty; readonly interactive: boolean },
): Promise<SiteAnswers> {
  const networks = flags.networks === undefined ? undefined : toList(flags.networks)
  const { sandbox, projectId } = flags
  if (!interactive) return { networks: networks ?? defaultNetworks, sandbox: sandbox ?? true, projectId }
  const knownNetworks = release.plugins.flatMap((plugin) => plugin.networks)
  return askSite(env, { networks, sandbox, projectId }, { networks: defaultNetworks, knownNetworks })
}

export interface NewManifestInput {
  readonly flags: CreateFlags
  readonly answers: SiteAnswers
  readonly site: DetectedSite
  readonly snapshot: Snapshot
  readonly folder: string
  readonly release: FirstParty
}

/**
 * The wallet-modal.json that flags and answers describe. The site's name is `--name`, else the name in package.json, else the folder's name. Contains
 * the framework and, if `--src` is given, the source folder.
 */
export function newManifest({ flags, answers, site, snapshot, folder, release }: NewManifestInput): SiteManifest {
  const { sandboxUrl, theme, locale, features } = flags
  const plugins = flags.plugins === undefined ? undefined : toList(flags.plugins)
  const title = checkTitle(flags.name ?? (site.name || basename(folder)))
  const manifest = newSite({ ...answers, title, plugins, sandboxUrl, theme, locale, features }, release)
  checkVariable(manifest, site, snapshot)
  return {
    ...manifest,
    framework: site.framework,
    ...(flags.src !== undefined && { sourceFolder: site.sourceFolder || '.' }),
  }
}
