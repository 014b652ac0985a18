import { lstat, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CliError, systemCode, toFileError } from '../../errors.js'
import { guardPath } from '../../plan/files/path-guard.js'
import { checkLinks, isInside, pathInside, writeNew } from '../files/write-tree.js'

/**
 * Reads a file below `root`. Returns `undefined` if it does not exist. Throws `INVALID_PATH` if `path` is not a relative path below `root`, and
 * `FILE_ERROR` if it is not a regular file (for example, a symbolic link) or the file is larger than 64 MiB. Follows symbolic links in the folders of
 * the path.
 */
export async function readRegularFile(root: string, path: string): Promise<Buffer | undefined> {
  const file = join(root, guardPath('file', path))
  try {
    const stats = await lstat(file)
    if (!stats.isFile()) {
      throw new CliError('FILE_ERROR', `"${path}" is ${stats.isSymbolicLink() ? 'a symbolic link' : 'not a file'}.`, {
        advice: 'Replace it with a regular file: this tool does not write through symbolic links.',
      })
    }
    if (stats.size > maxBytes) throw new CliError('FILE_ERROR', `"${path}" is larger than ${maxBytes} bytes.`)
    return await readFile(file)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw toFileError(error, `Reading "${path}"`)
  }
}

const maxBytes = 64 << 20

/**
 * Creates or replaces a file atomically: writes the temporary file `draft` and renames it, so `draft` and the file must be on the same disk. Keeps
 * the mode of an existing file. Creates missing folders. Throws `INVALID_PATH` if a symbolic link in `path` leads outside `root`.
 */
export async function writeByRename(root: string, path: string, { bytes, draft }: WriteByRenameOptions): Promise<void> {
  const destination = await pathInside(root, 'file', path)
  try {
    const mode = (await lstat(destination).catch(() => undefined))?.mode // a new file gets the default mode
    await rm(draft, { force: true })
    await writeNew(draft, bytes, mode)
    await rename(draft, destination)
  } catch (error) {
    throw toFileError(error, `Writing "${path}"`)
  }
}

export interface WriteByRenameOptions {
  readonly bytes: Uint8Array
  /** Path of the temporary file. */
  readonly draft: string
}

/**
 * Removes a file, and its parent folders below `root` if they become empty. Does nothing if the file does not exist. Throws `INVALID_PATH` if a
 * symbolic link in `path` leads outside `root`.
 */
export async function removeFile(root: string, path: string): Promise<void> {
  const destination = join(root, guardPath('file', path))
  try {
    await checkLinks(root, dirname(destination), path)
    await rm(destination, { force: true })
    for (let folder = dirname(destination); folder !== root && isInside(root, folder); folder = dirname(folder))
      await rmdir(folder)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOENT') return
    throw toFileError(error, `Removing "${path}"`)
  }
}
