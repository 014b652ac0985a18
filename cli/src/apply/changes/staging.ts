import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError, systemCode, toFileError } from '../../errors.js'
import { notEmpty, siteInside, type Target } from '../files/target.js'

/**
 * Temporary folder in the target's `base`. The site is created in this folder, then one rename moves it to the target: no partial site is ever visible.
 * The folder's name contains a hash of the target's name, and the process id, so that the next run can remove the folder if this process is killed.
 */
export interface Staging {
  /** Temporary folder for the site's files. */
  readonly site: string
  /** Moves the site to its target. Throws `NOT_EMPTY` or `TARGET_NOT_FOLDER` if another program has created a non-empty folder or a file there. */
  commit(): Promise<void>
  /** Removes the temporary folder. Does nothing after `commit`. Throws `FILE_ERROR`. */
  discard(): Promise<void>
}

/** Creates a staging folder for a target. First removes the staging folders of killed runs for the same target. */
export async function openStaging(target: Target): Promise<Staging> {
  const { base, segments } = target
  const prefix = stagingPrefix(segments[0])
  await removeStaleFolders(base, prefix)
  const folder = join(base, `${prefix}${process.pid}`)
  const site = siteInside(folder, target)
  let open = false
  const discard = async (): Promise<void> => {
    if (!open) return
    open = false
    await rm(folder, removeOptions).catch((error: unknown) =>
      Promise.reject(toFileError(error, `Removing "${folder}"`)),
    )
  }
  try {
    await mkdir(folder)
    open = true
    await mkdir(site, { recursive: true })
  } catch (error) {
    await discard()
    throw toFileError(error, `Making a folder in "${base}"`)
  }
  const commit = async (): Promise<void> => {
    await moveToTarget(folder, target)
    open = false
  }
  return { site, commit, discard }
}

const removeOptions = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const

const stagingPrefix = (name: string): string =>
  `.wallet-modal-${createHash('sha256').update(name).digest('hex').slice(0, 12)}-`

async function moveToTarget(folder: string, { path, base, segments }: Target): Promise<void> {
  const destination = join(base, segments[0])
  try {
    // on other platforms, rename replaces an empty folder
    if (process.platform === 'win32') await rmdir(destination).catch(ignoreMissing)
    await rename(folder, destination)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOTEMPTY' || code === 'EEXIST') throw notEmpty(destination)
    if (code === 'ENOTDIR')
      throw new CliError('TARGET_NOT_FOLDER', `"${destination}" is not a folder.`, {
        advice: 'Choose another name.',
      })
    throw toFileError(error, `Moving the site to "${path}"`)
  }
}

function ignoreMissing(error: unknown): void {
  if (systemCode(error) !== 'ENOENT') throw error
}

/** Removes staging folders of dead processes. A folder with this process's own id belongs to an earlier process with that id. */
async function removeStaleFolders(base: string, prefix: string): Promise<void> {
  const names = await readdir(base).catch((error: unknown) => Promise.reject(toFileError(error, `Reading "${base}"`)))
  for (const name of names) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (!Number.isSafeInteger(pid) || (pid !== process.pid && isAlive(pid))) continue
    const stale = join(base, name)
    if ((await lstat(stale)).isDirectory()) await rm(stale, removeOptions)
  }
}

/** Whether a process with this id is running; `false` for a zombie process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return systemCode(error) !== 'ESRCH'
  }
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true // no /proc on this platform: rely on the signal
  }
}
