import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path'
import { CliError, systemCode, toFileError } from '../../errors.js'
import { segmentProblem } from '../../plan/files/path-guard.js'

/** Folder for a new site. */
export interface Target {
  /** Absolute path of the site's folder. */
  readonly path: string
  /** Absolute path of an existing folder above `path`. */
  readonly base: string
  /** Names of the folders from `base` to `path`. The last one is the site's folder. */
  readonly segments: readonly [string, ...string[]]
}

/**
 * Checks the folder given by the user. Throws `INVALID_NAME`, `NOT_EMPTY`, `TARGET_NOT_FOLDER` or `TARGET_IS_CURRENT` if no site can be created
 * there, and `FILE_ERROR` if a path cannot be read. Writes nothing.
 */
export async function inspectTarget(folder: string, cwd: string): Promise<Target> {
  const path = resolve(cwd, folder)
  if (path.includes('\0') || folder.trim() === '') throw badName(folder, 'is empty or has a NUL character')
  const name = basename(path)
  if (name === '' || path === parse(path).root) throw badName(folder, 'is the root of the file system')
  checkName(name)
  const existing = await pathExists(path)
  if (existing) await checkExisting(path, cwd)
  const base = existing ? dirname(path) : await nearestFolder(dirname(path))
  const [first = name, ...rest] = relative(base, path).split(sep)
  for (const segment of [first, ...rest]) checkName(segment)
  return { path, base, segments: [first, ...rest] }
}

function checkName(name: string): void {
  const problem = segmentProblem(name)
  if (problem) throw badName(name, problem)
}

async function checkExisting(path: string, cwd: string): Promise<void> {
  const stats = await lstat(path)
  if (stats.isSymbolicLink() || !stats.isDirectory()) {
    throw new CliError(
      'TARGET_NOT_FOLDER',
      `"${path}" is ${stats.isSymbolicLink() ? 'a symbolic link' : 'not a folder'}.`,
      {
        advice: 'Choose another name.',
      },
    )
  }
  const entries = await readdir(path).catch((error: unknown) => Promise.reject(toFileError(error, `Reading "${path}"`)))
  if (entries.length > 0) throw notEmpty(path)
  const inside = relative(await realpath(path), await realpath(cwd))
  if (!inside.startsWith('..') && !isAbsolute(inside)) {
    throw new CliError('TARGET_IS_CURRENT', `"${path}" is the current folder, which a new site cannot replace.`, {
      advice: `Go to the parent folder with \`cd ..\`, then create "${basename(path)}" there.`,
    })
  }
}

/** Error: the folder is not empty. Nothing was changed. */
export const notEmpty = (path: string): CliError =>
  new CliError('NOT_EMPTY', `The folder "${path}" is not empty.`, {
    advice: 'Choose another name. Nothing in this folder was changed.',
  })

async function pathExists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT') return false
    if (code === 'ENOTDIR')
      throw new CliError('TARGET_NOT_FOLDER', `"${dirname(path)}" is not a folder.`, {
        advice: 'Choose another folder.',
      })
    throw toFileError(error, `Reading "${path}"`)
  }
}

async function nearestFolder(path: string): Promise<string> {
  try {
    if ((await stat(path)).isDirectory()) return path
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw toFileError(error, `Reading "${path}"`)
    // ENOENT: the path is missing, or is a dangling symbolic link
    if (!(await pathExists(path))) return nearestFolder(dirname(path))
  }
  throw new CliError('TARGET_NOT_FOLDER', `"${path}" is not a folder.`, { advice: 'Choose another folder.' })
}

const badName = (name: string, problem: string): CliError =>
  new CliError('INVALID_NAME', `The folder name ${JSON.stringify(name.slice(0, 100))} ${problem}.`, {
    advice: 'Choose a name of letters, digits, "-" and "_".',
  })

/** Path of the site's folder in the staging folder, which replaces the first segment of the target. */
export const siteInside = (staging: string, { segments: [, ...rest] }: Target): string => join(staging, ...rest)
