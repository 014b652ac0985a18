import { CliError } from '../../errors.js'
import { compareGenerated } from '../files/generate.js'
import { guardPaths } from '../files/path-guard.js'
import { checkEngines } from '../packages/engines.js'
import { packageChanges } from '../packages/package-changes.js'
import { editPackageJson, emptyPackageJson, type PackageChange, readLists } from '../packages/package-json.js'
import { type ResolvedSite, resolveSite } from '../packages/resolve.js'
import type { FirstParty } from '../plugins/first-party.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import { configText, generatedFiles, generatedPaths, type Layout } from '../site/layout.js'
import { type SiteManifest, siteManifestFile, toSiteManifestText } from '../site/site-manifest.js'
import { noPackages, type PackageLists, type Versions } from '../site/site-packages.js'
import { editSiteText } from '../site/site-text.js'

/** One file of a change. `undefined`: there is no such file, or none is left. */
export interface FileEdit {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** What a change of a site comes to: shown first, then carried out by `changeSite`. */
export interface ChangePlan {
  readonly before: SiteManifest | undefined
  readonly after: SiteManifest | undefined
  readonly layout: Layout
  /** Only files that change: of package.json, wallet-modal.json, the generated file and the config file. */
  readonly files: readonly FileEdit[]
  readonly packages: readonly PackageChange[]
  readonly added: readonly PluginPackage[]
  readonly removed: readonly PluginPackage[]
  /** `after` with everything in it looked up; `undefined` when nothing is left. */
  readonly resolved: ResolvedSite | undefined
  /** The config file when it stays though everything else goes, because somebody has written in it. */
  readonly keptConfig: string | undefined
}

export interface ChangeInput {
  /** The site as it is, and as it shall be; `undefined` is a site without a modal. */
  readonly before: SiteManifest | undefined
  readonly after: SiteManifest | undefined
  /** The text of those of the site's four files that are there, by path. */
  readonly files: ReadonlyMap<string, string>
  readonly layout: Layout
  /** Every plugin that either side lists. */
  readonly plugins: readonly PluginPackage[]
  readonly list: FirstParty
  /** What plugins expect the site to have, in the versions to add where it is absent. Default: what the release was tested with. */
  readonly tested?: Versions
  /** What the site's kind needs beside that, for as long as it has a modal. Default: what wallet-modal.json remembers of it. */
  readonly extra?: PackageLists
  /** The kernel's version, where the site has one. Default: that of the release. */
  readonly kernelVersion?: string | undefined
}

export const packageFile = 'package.json'

/** The files of a site that a change may touch. */
export const siteFiles = (layout: Layout): readonly string[] =>
  guardPaths('file', [packageFile, siteManifestFile, ...generatedPaths(layout), layout.configFile])

/**
 * Plans a change of a site: pure, so the same input always gives the same plan. The files depend on what the site consists of afterwards and
 * not on how it came there, and what one change puts in, its opposite takes out to the byte.
 *
 * Three kinds of change, one way: from nothing to a site (`init`), from one site to another (`add`, `remove`, `set`), from a site to nothing
 * (`remove --all`). Throws what `resolveSite` throws, `GENERATED_EDITED`, or `INVALID_SITE` for package.json.
 */
export function planChange(input: ChangeInput): ChangePlan {
  const { before, after, files, layout, plugins, list } = input
  const of = (site: SiteManifest): readonly PluginPackage[] => plugins.filter(({ name }) => name in site.plugins)
  const listed = readLists(files.get(packageFile) ?? emptyPackageJson)
  const added = after ? of(after).filter(({ name }) => before === undefined || !(name in before.plugins)) : []
  checkEngines(added, list, new Set([...Object.keys(listed.dependencies), ...Object.keys(listed.devDependencies)]))
  const { changes, recorded } = packageChanges({
    before: before && { plugins: of(before), recorded: before.packages ?? [] },
    after: after && of(after),
    listed,
    list,
    tested: input.tested ?? list.tested,
    extra: input.extra ?? noPackages,
  })
  const goal = after && remember(after, recorded)
  const kernelVersion = input.kernelVersion ?? list.kernel.version
  const resolved = goal && resolveSite(goal, { plugins: of(goal), known: list.plugins, kernelVersion })
  const config = configEdit(input)
  const edits = [
    packageEdit(files.get(packageFile), changes),
    {
      path: siteManifestFile,
      before: files.get(siteManifestFile),
      after: manifestText(files.get(siteManifestFile), goal),
    },
    ...generatedEdits(files, layout, resolved),
    config,
  ]
  const [old, young] = [before ? of(before) : [], goal ? of(goal) : []]
  return {
    before,
    after: goal,
    layout,
    files: edits.filter((edit) => edit.before !== edit.after),
    packages: changes,
    added: young.filter((plugin) => !old.includes(plugin)),
    removed: old.filter((plugin) => !young.includes(plugin)),
    resolved,
    keptConfig: goal === undefined && config.after !== undefined ? layout.configFile : undefined,
  }
}

function remember({ packages: _, ...site }: SiteManifest, recorded: readonly string[]): SiteManifest {
  return recorded.length > 0 ? { ...site, packages: [...recorded] } : site
}

const manifestText = (before: string | undefined, after: SiteManifest | undefined): string | undefined =>
  after && (before === undefined ? toSiteManifestText(after) : editSiteText(before, after))

function packageEdit(before: string | undefined, changes: readonly PackageChange[]): FileEdit {
  const after = editPackageJson(before ?? emptyPackageJson, changes)
  const isOurs = after === emptyPackageJson
  return { path: packageFile, before, after: isOurs ? undefined : after }
}

/** The generated files as they have to be, with the line ends that they have. Throws `GENERATED_EDITED` where a person's work would be lost. */
export function generatedEdits(
  files: ReadonlyMap<string, string>,
  layout: Layout,
  resolved: ResolvedSite | undefined,
): readonly FileEdit[] {
  const made = resolved
    ? generatedFiles(resolved, layout)
    : new Map(generatedPaths(layout).map((path) => [path, undefined] as const))
  return [...made].map(([path, after]) => {
    const before = files.get(path)
    if (compareGenerated(before, after ?? '') === 'edited') throw edited(path)
    return { path, before, after: after === undefined ? undefined : withEndsOf(before, after) }
  })
}

const withEndsOf = (before: string | undefined, text: string): string =>
  before?.includes('\r\n') && !/(?<!\r)\n/.test(before) ? text.replaceAll('\n', '\r\n') : text

/** Written once where it is missing, and then the site's: it goes only as it came. */
function configEdit({ before, after, files, layout }: ChangeInput): FileEdit {
  const path = layout.configFile
  const text = files.get(path)
  const own = configText(layout)
  if (before === undefined) return { path, before: text, after: text ?? (after && own) }
  const untouched = text?.replaceAll('\r\n', '\n') === own
  return { path, before: text, after: after === undefined && untouched ? undefined : text }
}

const edited = (path: string): CliError =>
  new CliError('GENERATED_EDITED', `${path} was edited by hand.`, {
    advice:
      'Move the change to wallet-modal.json or the config file, then run `npx create-wallet-modal sync --force` and this again. Nothing was changed.',
  })
