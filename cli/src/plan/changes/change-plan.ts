import { CliError, messageOf, toSiteError } from '../../errors.js'
import { compareGenerated } from '../files/generate.js'
import { guardPaths } from '../files/path-guard.js'
import { checkEngines, engineVersions } from '../packages/engines.js'
import { packageChanges, pluginUpdates } from '../packages/package-changes.js'
import { editPackageJson, emptyPackageJson, type PackageChange, readLists } from '../packages/package-json.js'
import { type ResolvedSite, resolveSite } from '../packages/resolve.js'
import type { FirstParty } from '../plugins/first-party.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import { configText, generatedFiles, generatedPaths, type Layout } from '../site/layout.js'
import { type SiteManifest, siteManifestFile, toSiteManifestText } from '../site/site-manifest.js'
import { noPackages, type PackageLists, type Versions } from '../site/site-packages.js'
import { editSiteText } from '../site/site-text.js'

/** One file of a change. */
export interface FileEdit {
  /** Path relative to the site, with `/`. */
  readonly path: string
  /** Current text; `undefined` if the file does not exist. */
  readonly before: string | undefined
  /** New text; `undefined` if the file is removed. */
  readonly after: string | undefined
}

/** Planned change of a site: shown first, then applied by `changeSite`. */
export interface ChangePlan {
  readonly before: SiteManifest | undefined
  readonly after: SiteManifest | undefined
  readonly layout: Layout
  /** The files that change. Only package.json, wallet-modal.json, the generated files and the config file can change. */
  readonly files: readonly FileEdit[]
  readonly packages: readonly PackageChange[]
  readonly added: readonly PluginPackage[]
  readonly removed: readonly PluginPackage[]
  /** Plugins that the site keeps, but in another version or from another archive. */
  readonly updated: readonly PluginPackage[]
  /** `after` with manifests and networks; `undefined` if the modal is removed. */
  readonly resolved: ResolvedSite | undefined
  /** Set if the modal is removed, but the config file stays, because it was edited: path of that file. */
  readonly keptConfig: string | undefined
}

export interface ChangeInput {
  /** The site before and after the change; `undefined` is a site without a modal. */
  readonly before: SiteManifest | undefined
  readonly after: SiteManifest | undefined
  /** Texts of the files in `siteFiles` that exist, by path. */
  readonly files: ReadonlyMap<string, string>
  readonly layout: Layout
  /** All plugins of the site before or after the change. Plugins in `updated` are listed here with their current packages. */
  readonly plugins: readonly PluginPackage[]
  /** New packages (other versions or archives) of plugins that the site keeps. Default: none. */
  readonly updated?: readonly PluginPackage[]
  readonly release: FirstParty
  /** Versions of peer dependencies to add if they are missing. Default: the versions tested with the release. */
  readonly tested?: Versions
  /** See `PackageChangesInput.extra`. Default: none. */
  readonly extra?: PackageLists
  /** Version of the installed kernel. Default: the version of the kernel in the release. */
  readonly kernelVersion?: string | undefined
}

export const packageFile = 'package.json'

/** Files of a site that a change may write. */
export const siteFiles = (layout: Layout): readonly string[] =>
  guardPaths('file', [packageFile, siteManifestFile, ...generatedPaths(layout), layout.configFile])

/**
 * Plans a change of a site. Pure: the same input gives the same plan. The files depend only on the resulting site, not on the order of changes, and
 * undoing a change restores every byte. Handles a new modal (`init`), a change of the modal (`add`, `remove`, `set`) and its removal (`remove
 * --all`). Throws the errors of `resolveSite` and `checkEngines`, `GENERATED_EDITED`, or `INVALID_SITE` for package.json.
 */
export function planChange(input: ChangeInput): ChangePlan {
  const { before, after, files, layout, plugins, release } = input
  if (before === undefined) refuseForeignFiles(files, layout)
  const updated = input.updated ?? []
  const pluginsOf = (site: SiteManifest): readonly PluginPackage[] => plugins.filter(({ name }) => name in site.plugins)
  const pluginsAfter = (site: SiteManifest): readonly PluginPackage[] =>
    pluginsOf(site).map((plugin) => updated.find(({ name }) => name === plugin.name) ?? plugin)
  const listed = readLists(files.get(packageFile) ?? emptyPackageJson)
  const newPlugins = after
    ? pluginsOf(after).filter(({ name }) => before === undefined || !(name in before.plugins))
    : []
  const updates = pluginUpdates(updated, listed)
  const sitePackages = [...Object.keys(listed.dependencies), ...Object.keys(listed.devDependencies)]
  const enginesBefore = before ? engineVersions(pluginsOf(before), release) : {}
  // the current chain engines (local nodes) are not packages of the site itself: this tool added them, so an update may change them
  checkEngines(updated, release, new Set(sitePackages.filter((name) => !(name in enginesBefore))))
  checkEngines(newPlugins, release, new Set(sitePackages))
  const { changes, recorded } = packageChanges({
    before: before && { plugins: pluginsOf(before), recorded: withUpdated(before.packages ?? [], updated) },
    after: after && pluginsAfter(after),
    listed,
    release,
    tested: input.tested ?? release.tested,
    extra: input.extra ?? noPackages,
  })
  const target = after && withRecordedPackages(after, recorded)
  const kernelVersion = input.kernelVersion ?? release.kernel.version
  const resolve = (site: SiteManifest, used: readonly PluginPackage[]): ResolvedSite =>
    resolveSite(site, { plugins: used, known: release.plugins, kernelVersion, isNew: before === undefined })
  const resolved =
    target &&
    resolveChanged(
      () => resolve(target, pluginsAfter(target)),
      () => before && resolve(before, pluginsOf(before)),
    )
  const config = configEdit(input)
  const edits = [
    packageEdit(files.get(packageFile), [...updates, ...changes]),
    manifestEdit(files.get(siteManifestFile), target),
    ...generatedEdits(files, layout, resolved),
    config,
  ]
  const [previous, next] = [before ? pluginsOf(before) : [], target ? pluginsAfter(target) : []]
  const isUpdated = ({ name }: PluginPackage): boolean => updated.some((plugin) => plugin.name === name)
  return {
    before,
    after: target,
    layout,
    files: edits.filter((edit) => edit.before !== edit.after),
    packages: [...updates, ...changes],
    added: next.filter((plugin) => !previous.includes(plugin) && !isUpdated(plugin)),
    removed: previous.filter((plugin) => !next.includes(plugin) && !isUpdated(plugin)),
    updated,
    resolved,
    keptConfig: target === undefined && config.after !== undefined ? layout.configFile : undefined,
  }
}

/** Field `packages` of wallet-modal.json after plugins are updated. An updated plugin is in this field only if it comes from a local archive. */
const withUpdated = (recorded: readonly string[], updated: readonly PluginPackage[]): readonly string[] => [
  ...recorded.filter((name) => updated.every((plugin) => plugin.name !== name)),
  ...updated.filter(({ source }) => source !== undefined).map(({ name }) => name),
]

/**
 * Resolves a site after a change. An error that the site already had before the change gets the exit code `project`, because no argument caused it.
 */
function resolveChanged(resolveAfter: () => ResolvedSite, resolveBefore: () => ResolvedSite | undefined): ResolvedSite {
  try {
    return resolveAfter()
  } catch (error) {
    throw messageOf(error) === problemOf(resolveBefore) ? toSiteError(error) : error
  }
}

function problemOf(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

function withRecordedPackages({ packages: _, ...site }: SiteManifest, recorded: readonly string[]): SiteManifest {
  return recorded.length > 0 ? { ...site, packages: [...recorded] } : site
}

function manifestEdit(before: string | undefined, site: SiteManifest | undefined): FileEdit {
  const after = site && (before === undefined ? toSiteManifestText(site) : editSiteText(before, site))
  return { path: siteManifestFile, before, after }
}

function packageEdit(before: string | undefined, changes: readonly PackageChange[]): FileEdit {
  const after = editPackageJson(before ?? emptyPackageJson, changes)
  const isEmpty = after === emptyPackageJson
  return { path: packageFile, before, after: isEmpty ? undefined : after }
}

/**
 * Edits that bring the generated files up to date, or remove them if `resolved` is `undefined`. Existing line ends stay. Throws `GENERATED_EDITED` if
 * the user has edited one of the files.
 */
export function generatedEdits(
  files: ReadonlyMap<string, string>,
  layout: Layout,
  resolved: ResolvedSite | undefined,
): readonly FileEdit[] {
  const expectedFiles = resolved
    ? generatedFiles(resolved, layout)
    : new Map(generatedPaths(layout).map((path) => [path, undefined] as const))
  return [...expectedFiles].map(([path, after]) => {
    const before = files.get(path)
    if (compareGenerated(before, after ?? '') === 'edited') throw editedByHand(path)
    return { path, before, after: after === undefined ? undefined : withLineEndsOf(before, after) }
  })
}

const withLineEndsOf = (before: string | undefined, text: string): string =>
  before?.includes('\r\n') && !/(?<!\r)\n/.test(before) ? text.replaceAll('\n', '\r\n') : text

/**
 * Edit of the config file. Creates the file for a new modal if it is missing, and never changes an existing one. Removes it with the modal, but only
 * if it has the text that `init` writes.
 */
function configEdit({ before, after, files, layout }: ChangeInput): FileEdit {
  const path = layout.configFile
  const text = files.get(path)
  const initialText = configText(layout)
  if (before === undefined) return { path, before: text, after: text ?? (after && initialText) }
  const isUnchanged = text?.replaceAll('\r\n', '\n') === initialText
  return { path, before: text, after: after === undefined && isUnchanged ? undefined : text }
}

/** Throws `GENERATED_EDITED` if the site has a file of its own at the path of a generated file. */
function refuseForeignFiles(files: ReadonlyMap<string, string>, layout: Layout): void {
  for (const path of generatedPaths(layout))
    if (compareGenerated(files.get(path), '') === 'edited')
      throw new CliError('GENERATED_EDITED', `${path} exists already, and this tool did not write it.`, {
        advice: 'Rename your file. Nothing was changed.',
      })
}

const editedByHand = (path: string): CliError =>
  new CliError('GENERATED_EDITED', `${path} was edited by hand.`, {
    advice:
      'Move the change to wallet-modal.json or the config file, then run `npx create-wallet-modal sync --force`, then this command again. Nothing was changed.',
  })
