import type { CreatePlan } from '../../plan/changes/create-plan.js'
import type { ResolvedSite } from '../../plan/packages/resolve.js'
import type { PluginPackage } from '../../plan/plugins/plugin-manifest.js'
import { generatedFiles } from '../../plan/site/layout.js'
import { createFolder } from '../files/create-folder.js'
import type { Target } from '../files/target.js'
import { replaceFile } from '../files/write-tree.js'
import { installWithProgress } from '../packages/install.js'
import { readOwnPackage } from '../packages/installed.js'
import { guardPrograms, type ProgramGuard } from '../packages/installed-programs.js'
import type { Progress } from '../progress.js'
import { buildPageWithProgress } from './build-page.js'
import { checkPermissions } from './shown-permissions.js'
import { resolveInstalled } from './site.js'

export interface CreateSiteOptions {
  readonly signal: AbortSignal
  /** First-party plugins. Programs and permissions of all other plugins are checked. */
  readonly known: readonly PluginPackage[]
  readonly wantsInstall: boolean
  readonly progress: Progress
}

/** Applies a plan in a staging folder, then renames this folder to the target. On an error, creates nothing (see `createFolder`). */
export async function createSite(plan: CreatePlan, target: Target, options: CreateSiteOptions): Promise<void> {
  await createFolder(plan.files, target, options.signal, async (folder) => {
    if (options.wantsInstall) await installAndVerify(plan, folder, options)
  })
}

/** Installs the packages, and rewrites the generated files if the installed packages require other contents. */
async function installAndVerify(
  plan: CreatePlan,
  folder: string,
  { signal, known, progress }: CreateSiteOptions,
): Promise<void> {
  const { packageManager, site, layout } = plan
  const guard = await guardFor(plan, folder, known)
  await installWithProgress(progress, { packageManager, folder, signal })
  await guard?.check()
  const resolved = await resolveInstalled(folder, site, known)
  checkShownPermissions(plan, resolved, known)
  for (const [path, text] of generatedFiles(resolved, layout))
    if (text !== plan.files.get(path)) await replaceFile(folder, path, text)
  // a site without a bundler loads the modal from a folder that this tool builds
  if (layout.framework === 'html') await buildPageWithProgress(progress, { folder, layout, env: process.env, signal })
}

/** Guard of the site's programs in `node_modules/.bin`; `undefined` if the site has no third-party plugin. */
async function guardFor(
  { site }: CreatePlan,
  folder: string,
  known: readonly PluginPackage[],
): Promise<ProgramGuard | undefined> {
  const thirdParty = Object.keys(site.plugins).filter((name) => known.every((plugin) => plugin.name !== name))
  if (thirdParty.length === 0) return undefined
  const { listed, scripts } = await readOwnPackage(folder)
  const own = { scripts, listed: new Set([...listed].filter((name) => !thirdParty.includes(name))) }
  return guardPrograms({ roots: [folder], own, isComplete: true })
}

/** Throws `INVALID_MANIFEST` if the permissions of a third-party plugin differ from those that were shown. */
function checkShownPermissions(plan: CreatePlan, { plugins }: ResolvedSite, known: readonly PluginPackage[]): void {
  for (const { plugin } of plugins) {
    const shown = plan.resolved.plugins.find((entry) => entry.plugin.name === plugin.name)?.plugin
    const isKnown = known.some(({ name }) => name === plugin.name)
    if (!isKnown) checkPermissions(plugin, shown)
  }
}
