import { CliError } from '../errors.js'
import type { CreatePlan } from '../plan/create-plan.js'
import { generatedFiles, type Layout } from '../plan/layout.js'
import type { PluginPackage } from '../plan/plugin-manifest.js'
import type { ResolvedSite } from '../plan/resolve.js'
import { buildPage } from './build-page.js'
import { createFolder } from './create-folder.js'
import { install } from './install.js'
import { resolveInstalled } from './site.js'
import type { Target } from './target.js'
import { replaceFile } from './write-tree.js'

export interface CreateSiteOptions {
  readonly signal: AbortSignal
  /** Plugins that errors may suggest. */
  readonly known: readonly PluginPackage[]
  readonly wantsInstall: boolean
  /** Tells that something takes a while; the answer is called when it is done. */
  readonly progress: (message: string) => (done: string, failed?: boolean) => void
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
  const done = progress(`Installing packages with ${packageManager}`)
  try {
    await install({ packageManager, folder, signal })
  } catch (error) {
    done('The packages were not installed', true)
    throw error
  }
  done('Packages installed')
  const resolved = await resolveInstalled(folder, site, known)
  checkShown(plan, resolved, known)
  for (const [path, text] of generatedFiles(resolved, layout))
    if (text !== plan.files.get(path)) await replaceFile(folder, path, text)
  if (layout.framework === 'html') await buildFirst(folder, layout, { signal, progress })
}

/** A page without a bundler loads a folder that this tool makes. */
async function buildFirst(
  folder: string,
  layout: Layout,
  { signal, progress }: Pick<CreateSiteOptions, 'signal' | 'progress'>,
): Promise<void> {
  const done = progress('Building the modal')
  try {
    await buildPage({ folder, layout, env: process.env, signal })
    done('Modal built')
  } catch (error) {
    done('The modal was not built', true)
    throw error
  }
}

/** What a plugin of a third party may reach was shown before: it has to be the same now. */
function checkShown(plan: CreatePlan, { plugins }: ResolvedSite, known: readonly PluginPackage[]): void {
  for (const { plugin } of plugins) {
    const shown = plan.resolved.plugins.find((one) => one.plugin.name === plugin.name)?.plugin
    const isKnown = known.some(({ name }) => name === plugin.name)
    if (isKnown || JSON.stringify(plugin.manifest.permissions) === JSON.stringify(shown?.manifest.permissions)) continue
    throw new CliError(
      'INVALID_MANIFEST',
      `"${plugin.name}" as it was installed asks for other permissions than those that were shown.`,
      { advice: 'Run the command again and read them. Nothing was kept.' },
    )
  }
}
