import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError, systemCode, toFileError } from '../../errors.js'
import { guardPath } from '../../plan/files/path-guard.js'
import { isInside } from './write-tree.js'

/** Text of a file, or `undefined` if it does not exist. Refuses files that are too large or not regular: reading a pipe would never end. */
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

/** Real path of a file whose name comes from an untrusted manifest. Throws `INVALID_PATH` if it is outside `root` after following links; `undefined` if it does not exist. */
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
