import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError, systemCode, toFileError } from '../../errors.js'
import { guardPath } from '../../plan/files/path-guard.js'
import { isInside } from './write-tree.js'

/** The text of a file, or `undefined` if there is none. Refuses what is no regular file (a pipe would never end) or too big. */
export async function readText(path: string, maxBytes = 1 << 20): Promise<string | undefined> {
  try {
    const stats = await stat(path)
    if (!stats.isFile()) throw new CliError('FILE_ERROR', `"${path}" is not a file.`)
    if (stats.size > maxBytes) throw new CliError('FILE_ERROR', `"${path}" is larger than ${maxBytes} bytes.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw toFileError(error, `Reading "${path}"`)
  }
}

/** The real path of a file that foreign data names, inside `root` also when links are followed; `undefined` if it is not there. */
export async function fileInside(root: string, field: string, path: string): Promise<string | undefined> {
  const file = join(root, guardPath(field, path))
  const real = await realpath(file).catch(() => undefined) // not there: the caller says so
  if (real === undefined || isInside(await realpath(root), real)) return real
  throw new CliError(
    'INVALID_PATH',
    `${field}: the path ${JSON.stringify(path)} leads outside its package through a symbolic link.`,
  )
}

/** The text of such a file. */
export async function readInside(
  root: string,
  field: string,
  path: string,
  maxBytes?: number,
): Promise<string | undefined> {
  const file = await fileInside(root, field, path)
  return file === undefined ? undefined : readText(file, maxBytes)
}
