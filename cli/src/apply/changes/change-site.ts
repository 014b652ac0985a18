import { lstat, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError, messageOf } from '../../errors.js'
import { type ChangePlan, generatedEdits, packageFile, siteFiles } from '../../plan/changes/change-plan.js'
import { emptyPackageJson } from '../../plan/packages/package-json.js'
import { siteManifestFile } from '../../plan/site/site-manifest.js'
import type { Archive } from '../packages/fetch-plugin.js'
import { readPlugin } from '../packages/installed.js'
import { createArchiveFiles, removeArchives } from '../packages/local-archive.js'
import { buildAfterChange, buildPageWithProgress, isBundlerInstalled, removeBuild } from '../site/build-page.js'
import { checkPermissions } from '../site/shown-permissions.js'
import { resolveInstalled } from '../site/site.js'
import { changedMeanwhile, type Failure } from './change-errors.js'
import { readRegularFile } from './change-files.js'
import { type JournalFile, openJournal } from './change-journal.js'
import { type InstallationOptions, prepareInstallation } from './guarded-install.js'

export interface ChangeSiteOptions extends InstallationOptions {
  /** `false` for `--no-install`. */
  readonly wantsInstall: boolean
  /** Tarballs of added plugins, which are written before the installation. */
  readonly archives?: readonly Archive[]
}

/**
 * Applies a plan: writes package.json, installs, verifies the installed packages, and writes the other files. On an error, restores package.json, the
 * lockfile and the modal's files, except files that another program has edited meanwhile. If this process is killed or cannot restore the files, the
 * next run restores them (`healChange`). If only the build of a page without a bundler fails, keeps the written files.
 */
export async function changeSite(plan: ChangePlan, options: ChangeSiteOptions): Promise<void> {
  if (plan.files.length === 0) return
  const { folder, signal, wantsInstall } = options
  signal.throwIfAborted()
  const journal = await openJournal(folder, journalFiles(plan, options))
  const archives = createArchiveFiles(options.archives ?? [])
  try {
    await checkUnchanged(plan, folder)
    await archives.write()
    const [packageEdits, otherEdits] = [
      plan.files.filter(isPackageEdit),
      plan.files.filter((edit) => !isPackageEdit(edit)),
    ]
    const installed = wantsInstall && plan.packages.length > 0 && packageEdits.length > 0
    const install = installed ? await prepareInstallation(plan, journal, options) : undefined
    for (const { path, after } of packageEdits) {
      signal.throwIfAborted()
      // A package.json that will be removed is emptied first, so that the package manager uninstalls what it listed.
      await journal.write(path, after ?? emptyPackageJson)
    }
    await install?.()
    for (const { path, after } of packageEdits) if (after === undefined) await journal.write(path, undefined)
    const generated = installed ? await generateAgain(plan, options) : new Map<string, string | undefined>()
    for (const { path, after } of otherEdits) {
      signal.throwIfAborted()
      await journal.write(path, generated.has(path) ? generated.get(path) : after)
    }
    signal.throwIfAborted()
    await journal.commit()
  } catch (error) {
    const failure: Failure = { error, isStopped: signal.aborted }
    const notRestored = await journal.undo().catch((undoError: unknown) => {
      throw withFailedUndo(failure, undoError)
    })
    await archives.remove()
    throw notRestored.length > 0 ? withUnrestoredFiles(failure, notRestored) : error
  }
  await removeArchives(folder, plan.packages)
  if (plan.layout.framework === 'html') await updatePageBuild(plan, options)
  if (plan.files.some((edit) => isPackageEdit(edit) && edit.after === undefined)) await removeEmptyLockfile(folder)
}

/**
 * Removes the package-lock.json of a package.json that this tool created and has removed, if no package is left in it. Other lockfiles stay: they may
 * be the user's, for example that of a workspace.
 */
async function removeEmptyLockfile(folder: string): Promise<void> {
  const path = join(folder, 'package-lock.json')
  try {
    const { packages }: { readonly packages?: unknown } = Object(JSON.parse(await readFile(path, 'utf8')))
    if (Object.keys(Object(packages)).every((name) => name === '')) await rm(path)
  } catch {
    // there is no lockfile, or it cannot be read or removed: it stays
  }
}

/** Error that contains the original failure and the files that were not restored. */
function withUnrestoredFiles({ error, isStopped }: Failure, notRestored: readonly string[]): CliError {
  const code = error instanceof CliError ? error.code : 'CHANGED_MEANWHILE'
  const notice = notRestored.map((path) => `"${path}" was edited during this run and was not restored.`).join(' ')
  const advice = `Remove the changes of this run from ${notRestored.length === 1 ? 'it' : 'these files'} by hand. All other files are unchanged.`
  return new CliError(code, isStopped ? notice : messageOf(error), {
    advice: isStopped ? advice : `${notice} ${advice}`,
    cause: error,
    leavesChanges: true,
  })
}

/** Error that contains the original failure and the reason why the files could not be restored. */
function withFailedUndo({ error, isStopped }: Failure, undoError: unknown): CliError {
  const code = error instanceof CliError ? error.code : 'FILE_ERROR'
  const notice = `The site's files could not be restored: ${messageOf(undoError)}`
  return new CliError(code, isStopped ? notice : `${messageOf(error)} ${notice}`, {
    advice: 'Run `npx create-wallet-modal sync`: it puts the files back as they were before this run.',
    cause: error,
    leavesChanges: true,
  })
}

/**
 * Builds the modal of a page without a bundler, or removes the build together with the modal. With `--no-install`, builds only if no package changes
 * and esbuild is already installed.
 */
async function updatePageBuild(
  { after, layout, packages }: ChangePlan,
  { folder, signal, wantsInstall, progress }: ChangeSiteOptions,
): Promise<void> {
  if (after === undefined) return removeBuild(folder)
  if (wantsInstall || (packages.length === 0 && (await isBundlerInstalled(folder))))
    await buildAfterChange(signal, () => buildPageWithProgress(progress, { folder, layout, env: process.env, signal }))
}

const ownedByUser: ReadonlySet<string> = new Set([packageFile, siteManifestFile])
const isPackageEdit = ({ path }: { readonly path: string }): boolean => path === packageFile

function journalFiles(plan: ChangePlan, { folder, manager }: ChangeSiteOptions): readonly JournalFile[] {
  // a package manager that does not treat the site as part of the workspace writes the lockfile into the site's folder
  const roots = manager.workspace === undefined ? [folder] : [manager.workspace, folder]
  const sitePaths = new Set([...siteFiles(plan.layout), ...plan.files.map(({ path }) => path)])
  return [
    ...[...sitePaths].map((path) => ({ path, root: folder })),
    ...roots.flatMap((root) => manager.lockfiles.map((path) => ({ path, root }))),
  ]
}

/**
 * Throws `CHANGED_MEANWHILE` if a file was edited after the plan was made. Throws `FILE_ERROR` if package.json or wallet-modal.json is read-only,
 * because a rename would replace the file despite its mode.
 */
async function checkUnchanged(plan: ChangePlan, folder: string): Promise<void> {
  for (const { path, before } of plan.files) {
    const mode = (await lstat(join(folder, path)).catch(() => undefined))?.mode // there is no file
    if (mode !== undefined && (mode & 0o222) === 0 && ownedByUser.has(path))
      throw new CliError('FILE_ERROR', `"${path}" is read-only.`, {
        advice: 'Make it writable, and run the command again. Nothing was changed.',
      })
    const now = await readRegularFile(folder, path)
    if (now === undefined ? before === undefined : before !== undefined && now.equals(Buffer.from(before))) continue
    throw changedMeanwhile(path)
  }
}

/**
 * Generates the files from the installed packages. Returns their texts by path; `undefined` removes the file. Throws `INVALID_MANIFEST` if
 * permissions differ from those in the plan, and the errors of `resolveInstalled`.
 */
async function generateAgain(
  plan: ChangePlan,
  { folder, known }: ChangeSiteOptions,
): Promise<ReadonlyMap<string, string | undefined>> {
  for (const shown of [...plan.added, ...plan.updated]) checkPermissions(await readPlugin(folder, shown.name), shown)
  if (!plan.after) return new Map()
  const before = new Map(
    plan.files.flatMap(({ path, before }) => (before === undefined ? [] : [[path, before] as const])),
  )
  const resolved = await resolveInstalled(folder, plan.after, known)
  return new Map(generatedEdits(before, plan.layout, resolved).map(({ path, after }) => [path, after]))
}
