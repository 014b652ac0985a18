import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError, messageOf } from '../../errors.js'
import { type ChangePlan, packageFile } from '../../plan/changes/change-plan.js'
import { emptyPackageJson } from '../../plan/packages/package-json.js'
import type { PluginPackage } from '../../plan/plugins/plugin-manifest.js'
import { installWithProgress } from '../packages/install.js'
import { readOwnPackage } from '../packages/installed.js'
import { guardPrograms, type ProgramGuard } from '../packages/installed-programs.js'
import type { SiteManager } from '../packages/site-manager.js'
import type { Progress } from '../progress.js'
import type { Journal } from './change-journal.js'

export interface InstallationOptions {
  readonly folder: string
  readonly manager: SiteManager
  readonly signal: AbortSignal
  /**
   * First-party plugins of this release. Errors may suggest them. Programs (`node_modules/.bin`) are checked only if a plan adds or updates a
   * third-party plugin.
   */
  readonly known: readonly PluginPackage[]
  readonly progress: Progress
}

/** Members of a {@link ChangePlan} that the installation uses. */
interface InstallationPlan extends Pick<ChangePlan, 'files'> {
  readonly added: readonly Pick<PluginPackage, 'name'>[]
  readonly updated: readonly Pick<PluginPackage, 'name'>[]
}

/**
 * Prepares the installation of a plan. Call it before package.json changes. The returned function installs the packages. If an added package has
 * replaced one of the site's programs in `node_modules/.bin`, that function removes the added packages and throws `NAME_CLASH`. After a first
 * installation, it removes all of `node_modules`.
 */
export async function prepareInstallation(
  plan: InstallationPlan,
  journal: Journal,
  options: InstallationOptions,
): Promise<() => Promise<void>> {
  const { folder, manager } = options
  const roots = [folder, ...(manager.workspace === undefined ? [] : [manager.workspace])]
  const guard = await guardFor(plan, roots, options)
  const moduleFolders = roots.map((root) => join(root, 'node_modules'))
  const isFirst = !moduleFolders.some((path) => existsSync(path))
  return async () => {
    await installPackages(journal, options)
    try {
      await guard?.check()
    } catch (error) {
      if (isFirst) for (const path of moduleFolders) await rm(path, { recursive: true, force: true })
      else if (guard) await removeAddedPackages(plan, guard, { journal, options, error })
      throw error
    }
  }
}

/** Guard of the site's programs; `undefined` if the plan adds or updates only first-party plugins. */
async function guardFor(
  { added, updated }: InstallationPlan,
  roots: readonly string[],
  { folder, known }: InstallationOptions,
): Promise<ProgramGuard | undefined> {
  if ([...added, ...updated].every(({ name }) => known.some((plugin) => plugin.name === name))) return undefined
  const isComplete = roots.some((root) => existsSync(join(root, 'node_modules/.bin')))
  return guardPrograms({ roots, own: await readOwnPackage(folder), isComplete })
}

interface Clash {
  readonly journal: Journal
  readonly options: InstallationOptions
  readonly error: unknown
}

/**
 * Installs the previous packages again, so that the package manager removes the added packages and their programs. In a workspace, runs in the root
 * folder, because npm removes no package when it runs in the site's folder. Throws `NAME_CLASH` if the installation fails.
 */
async function removeAddedPackages(
  { files }: InstallationPlan,
  guard: ProgramGuard,
  { journal, options, error }: Clash,
): Promise<void> {
  const before = files.find(({ path }) => path === packageFile)?.before
  const folder = options.manager.workspace ?? options.folder
  try {
    await journal.write(packageFile, before ?? emptyPackageJson)
    await installPackages(journal, { ...options, folder })
  } catch (cause) {
    throw new CliError('NAME_CLASH', messageOf(error), {
      advice: 'package.json was not changed, but the packages remain in node_modules: remove it, and install again.',
      cause,
      leavesChanges: true,
    })
  } finally {
    await guard.restore()
  }
}

const installPackages = (journal: Journal, { folder, manager, signal, progress }: InstallationOptions): Promise<void> =>
  installWithProgress(progress, {
    packageManager: manager.name,
    folder,
    signal,
    existing: true,
    workspace: manager.workspace !== undefined,
    onStart: (pid) => journal.recordInstaller(pid),
  })
