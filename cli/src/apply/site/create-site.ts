import type { CreatePlan } from '../../plan/changes/create-plan.js'
import type { ResolvedSite } from '../../plan/packages/resolve.js'
import type { PluginPackage } from '../../plan/plugins/plugin-manifest.js'
import { generatedFiles } from '../../plan/site/layout.js'
import { createFolder } from '../files/create-folder.js'
import type { Target } from '../files/target.js'
import { replaceFile } from '../files/write-tree.js'
import { installTelling } from '../packages/install.js'
import type { Progress } from '../progress.js'
import { buildPageTelling } from './build-page.js'
import { checkPermissions } from './shown-permissions.js'
import { resolveInstalled } from './site.js'

export interface CreateSiteOptions {
  readonly signal: AbortSignal
  /** Plugins that errors may suggest. */
  readonly known: readonly PluginPackage[]
  readonly wantsInstall: boolean
  readonly progress: Progress
}

/** Carries out a plan. Everything happens in a staging folder; the last step is one rename. When it throws, nothing is left. */
export async function createSite(plan: CreatePlan, target: Target, options: CreateSiteOptions): Promise<void> {
  await createFolder(plan.files, target, options.signal, async (folder) => {
    if (options.wantsInstall) await installAndVerify(plan, folder, options)
  })
}

/** After the installation the packages themselves say what the generated file has to be. */
async function installAndVerify(
  plan: CreatePlan,
  folder: string,
  { signal, known, progress }: CreateSiteOptions,
): Promise<void> {
  const { packageManager, site, layout } = plan
  await installTelling(progress, { packageManager, folder, signal })
  const resolved = await resolveInstalled(folder, site, known)
  checkShown(plan, resolved, known)
  for (const [path, text] of generatedFiles(resolved, layout))
    if (text !== plan.files.get(path)) await replaceFile(folder, path, text)
  // a page without a bundler loads a folder that this tool makes
  if (layout.framework === 'html') await buildPageTelling(progress, { folder, layout, env: process.env, signal })
}

/** What a plugin of a third party may reach was shown before: it has to be the same now. */
function checkShown(plan: CreatePlan, { plugins }: ResolvedSite, known: readonly PluginPackage[]): void {
  for (const { plugin } of plugins) {
    const shown = plan.resolved.plugins.find((one) => one.plugin.name === plugin.name)?.plugin
    const isKnown = known.some(({ name }) => name === plugin.name)
    if (!isKnown) checkPermissions(plugin, shown)
  }
}
