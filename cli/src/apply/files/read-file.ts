import { createReadStream } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { CliError, systemCode, toFileError } from '../../errors.js'
import { guardPath } from '../../plan/files/path-guard.js'
import { isInside } from './write-tree.js'

/**
 * Text of a file, or `undefined` if it does not exist. Throws `FILE_ERROR` if the file cannot be read, is larger than `maxBytes` (default: 1 MiB),
 * or is not a regular file, because reading a pipe could wait forever.
 */
export async function readText(path: string, maxBytes = 1 << 20): Promise<string | undefined> {
  return readRegular(path, (size) => {
    if (size > maxBytes) throw new CliError('FILE_ERROR', `"${path}" is larger than ${maxBytes} bytes.`)
    return readFile(path, 'utf8')
  })
}

/** Like {@link readText}, but accepts larger files and reads only their first `maxBytes` bytes. */
export const readBeginning = (path: string, maxBytes: number): Promise<string | undefined> =>
  readRegular(path, () => text(createReadStream(path, { end: maxBytes - 1 })))

/** Calls `read` with the size of a regular file, in bytes. `undefined` if the file does not exist. Throws `FILE_ERROR`. */
async function readRegular(path: string, read: (size: number) => Promise<string>): Promise<string | undefined> {
  try {
    const stats = await stat(path)
    if (!stats.isFile()) throw new CliError('FILE_ERROR', `"${path}" is not a file.`)
    return await read(stats.size)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw toFileError(error, `Reading "${path}"`)
  }
}

/**
 * Real path of a file whose name comes from an untrusted manifest. `undefined` if it does not exist. Throws `INVALID_PATH`, with `field` in its
 * message, if the path leads outside `root`, directly or through a symbolic link.
 */
export async function fileInside(root: string, field: string, path: string): Promise<string | undefined> {
  const file = join(root, guardPath(field, path))
  const real = await realpath(file).catch(() => undefined) // does not exist: the caller reports it
  if (real === undefined || isInside(await realpath(root), real)) return real
  throw new CliError(
    'INVALID_PATH',
    `${field}: the path ${JSON.stringify(path)} leads outside its package through a symbolic link.`,
  )
}

/** Text of a file found by {@link fileInside}. */
export async function readInside(
  root: string,
  field: string,
  path: string,
  maxBytes?: number,
): Promise<string | undefined> {
  const file = await fileInside(root, field, path)
  return file === undefined ? undefined : readText(file, maxBytes)
}
