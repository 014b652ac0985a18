import { CliError, messageOf } from '../../errors.js'
import { type ChangePlan, generatedEdits, packageFile, siteFiles } from '../../plan/changes/change-plan.js'
import { emptyPackageJson } from '../../plan/packages/package-json.js'
import type { PluginPackage } from '../../plan/plugins/plugin-manifest.js'
import { installTelling } from '../packages/install.js'
import { readPlugin } from '../packages/installed.js'
import type { SiteManager } from '../packages/site-manager.js'
import type { Progress } from '../progress.js'
import { buildPageTelling, removeBuild } from '../site/build-page.js'
import { checkPermissions } from '../site/shown-permissions.js'
import { resolveInstalled } from '../site/site.js'
import { readPlain } from './change-files.js'
import { type Journal, type JournalFile, openJournal } from './change-journal.js'
import { changedMeanwhile } from './journal-entry.js'

export interface ChangeSiteOptions {
  readonly folder: string
  readonly manager: SiteManager
  readonly signal: AbortSignal
  /** Plugins that errors may suggest. */
  readonly known: readonly PluginPackage[]
  /** `false` for `--no-install`. */
  readonly wantsInstall: boolean
  readonly progress: Progress
}

/**
 * Carries out a plan: writes package.json, installs, verifies the installed packages, and writes the other files. If it throws, package.json, the
 * lockfile and the three files are as before, except files that another program has edited meanwhile. If the process is killed, the next run
 * restores them (`healChange`).
 */
export async function changeSite(plan: ChangePlan, options: ChangeSiteOptions): Promise<void> {
  if (plan.files.length === 0) return
  const { folder, signal, wantsInstall } = options
  signal.throwIfAborted()
  const journal = await openJournal(folder, journalFiles(plan, options))
  try {
    await checkUnchanged(plan, folder)
    const [packages, others] = [plan.files.filter(isPackages), plan.files.filter((edit) => !isPackages(edit))]
    for (const { path, after } of packages) {
      signal.throwIfAborted()
      // A package.json that will be removed is emptied first, so that the package manager uninstalls what it listed.
      await journal.write(path, after ?? emptyPackageJson)
    }
    const installed = wantsInstall && plan.packages.length > 0 && packages.length > 0
    if (installed) await installPackages(journal, options)
    for (const { path, after } of packages) if (after === undefined) await journal.write(path, undefined)
    const late = installed ? await lateEdits(plan, options) : new Map<string, string | undefined>()
    for (const { path, after } of others) {
      signal.throwIfAborted()
      await journal.write(path, late.has(path) ? late.get(path) : after)
    }
    signal.throwIfAborted()
    await journal.commit()
  } catch (error) {
    const kept = await journal.undo()
    throw kept.length > 0 ? withKept(error, kept) : error
  }
  if (plan.layout.framework === 'html') await followPage(plan, options)
}

/** Error that contains the original failure and the files that could not be restored. */
function withKept(error: unknown, kept: readonly string[]): CliError {
  const code = error instanceof CliError ? error.code : 'CHANGED_MEANWHILE'
  const stays = kept.map((path) => `"${path}" was edited during this run and was not restored.`).join(' ')
  return new CliError(code, messageOf(error), {
    advice: `${stays} Remove what this run wrote to it. All other files are unchanged.`,
    cause: error,
  })
}

/** The build for a page without a bundler runs last, because it needs all other files. */
async function followPage(
  { after, layout }: ChangePlan,
  { folder, signal, wantsInstall, progress }: ChangeSiteOptions,
): Promise<void> {
  if (after === undefined) return removeBuild(folder)
  if (wantsInstall) await buildPageTelling(progress, { folder, layout, env: process.env, signal })
}

const isPackages = ({ path }: { readonly path: string }): boolean => path === packageFile

function journalFiles(plan: ChangePlan, { folder, manager }: ChangeSiteOptions): readonly JournalFile[] {
  const own = new Set([...siteFiles(plan.layout), ...plan.files.map(({ path }) => path)])
  return [
    ...[...own].map((path) => ({ path, root: folder })),
    ...manager.lockfiles.map((path) => ({ path, root: manager.workspace ?? folder })),
  ]
}

/** the user confirmed the plan in the meantime, and may have changed files */
async function checkUnchanged(plan: ChangePlan, folder: string): Promise<void> {
  for (const { path, before } of plan.files) {
    const now = await readPlain(folder, path)
    if (now === undefined ? before === undefined : before !== undefined && now.equals(Buffer.from(before))) continue
    throw changedMeanwhile(path)
  }
}

const installPackages = (journal: Journal, { folder, manager, signal, progress }: ChangeSiteOptions): Promise<void> =>
  installTelling(progress, {
    packageManager: manager.name,
    folder,
    signal,
    existing: true,
    workspace: manager.workspace !== undefined,
    onStart: (pid) => journal.noteInstaller(pid),
  })

/** The installed packages determine the generated file. It must equal the one that was shown. */
async function lateEdits(
  plan: ChangePlan,
  { folder, known }: ChangeSiteOptions,
): Promise<ReadonlyMap<string, string | undefined>> {
  for (const shown of plan.added) checkPermissions(await readPlugin(folder, shown.name), shown)
  if (!plan.after) return new Map()
  const before = new Map(
    plan.files.flatMap(({ path, before }) => (before === undefined ? [] : [[path, before] as const])),
  )
  const resolved = await resolveInstalled(folder, plan.after, known)
  return new Map(generatedEdits(before, plan.layout, resolved).map(({ path, after }) => [path, after]))
}
