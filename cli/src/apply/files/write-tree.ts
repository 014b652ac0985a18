import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { CliError, toFileError } from '../../errors.js'
import { guardPath } from '../../plan/files/path-guard.js'
import type { VirtualTree } from '../../plan/files/virtual-tree.js'
import { setMode, toDisk } from './to-disk.js'

/**
 * Creates the files of a tree in a folder. Throws `FILE_ERROR` if one of them already exists or cannot be written, and `INVALID_PATH` as
 * {@link pathInside} does. When aborted, throws the signal's reason.
 */
export async function writeTree(root: string, tree: VirtualTree, signal?: AbortSignal): Promise<void> {
  for (const [path, text] of tree) {
    signal?.throwIfAborted()
    await writeNew(await pathInside(root, 'file', path), text)
  }
}

// The npm package write-file-atomic is not used: it follows a symbolic link at the target, which may lead out of the site.

/**
 * Creates or replaces a file with a rename, so that readers see the old or the new contents, and never a part of them. Keeps the mode of an existing
 * file. Throws `FILE_ERROR` or `INVALID_PATH`.
 */
export async function replaceFile(root: string, path: string, content: string | Uint8Array): Promise<void> {
  const destination = await pathInside(root, 'file', path)
  const draft = join(dirname(destination), `.${basename(destination)}.${process.pid}.tmp`)
  await rm(draft, { force: true })
  try {
    const stats = await lstat(destination).catch(() => undefined) // a new file gets the default mode
    await writeNew(draft, content, stats?.isFile() ? stats.mode : undefined)
    await rename(draft, destination)
  } catch (error) {
    await rm(draft, { force: true })
    throw toFileError(error, `Writing "${path}"`)
  }
}

/** Creates a file and flushes it to disk. Throws `FILE_ERROR` if it exists or cannot be written. Without `mode`, the file gets the default mode. */
export async function writeNew(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  try {
    const file = await open(path, 'wx', mode)
    try {
      if (mode !== undefined) await setMode(file, mode)
      await file.writeFile(content)
      await toDisk(file)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw toFileError(error, `Writing "${path}"`)
  }
}

/**
 * Absolute path of a file below `root`; creates its folder. Throws `INVALID_PATH`, with `field` in its message, if `path` is not safe or a symbolic
 * link in it leads outside `root`, and `FILE_ERROR` if the folder cannot be created.
 */
export async function pathInside(root: string, field: string, path: string): Promise<string> {
  const destination = join(root, guardPath(field, path))
  try {
    const folder = dirname(destination)
    await checkLinks(root, folder, path)
    await mkdir(folder, { recursive: true })
    return destination
  } catch (error) {
    throw toFileError(error, `Making the folder of "${path}"`)
  }
}

/** Throws `INVALID_PATH` if a folder between `root` and `folder` is a symbolic link that leads outside `root`. `path` is for the message. */
export async function checkLinks(root: string, folder: string, path: string): Promise<void> {
  const top = await realpath(root)
  let current = root
  for (const segment of relative(root, folder).split(sep).filter(Boolean)) {
    current = join(current, segment)
    const real = await realpath(current).catch(() => undefined) // does not exist yet: `mkdir` creates it, or fails on a dangling link
    if (real === undefined) return
    if (!isInside(top, real)) {
      throw new CliError('INVALID_PATH', `"${path}" leads outside "${root}" through a symbolic link.`, {
        advice: `Replace the link "${current}" by a folder.`,
      })
    }
  }
}

/** Whether an absolute path is `root` or below it. Compares only the text of the paths, so resolve links first. */
export const isInside = (root: string, path: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
