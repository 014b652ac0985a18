import { createHash } from 'node:crypto'
import { readFile, realpath, rm } from 'node:fs/promises'
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import type { PackageChange } from '../../plan/packages/package-json.js'
import { replaceFile } from '../files/write-tree.js'
import type { Archive } from './fetch-plugin.js'

const hashOf = (tarball: Buffer): string => createHash('sha256').update(tarball).digest('hex').slice(0, 8)
const flat = (name: string): string => name.replace('@', '').replace('/', '-')

/** File name of the archive that `add` makes of a plugin's folder. It contains a hash of the contents. */
export const archiveName = (name: string, version: string, tarball: Buffer): string =>
  `${flat(name)}-${version}-${hashOf(tarball)}.tgz`

/** Writes and removes the archives of a change. */
export interface ArchiveFiles {
  write(): Promise<void>
  /** Removes the files that `write` has written. Files that existed before remain. */
  remove(): Promise<void>
}

export function createArchiveFiles(archives: readonly Archive[]): ArchiveFiles {
  const written: string[] = []
  return {
    async write() {
      for (const { file, bytes } of archives) {
        const existing = await readFile(file).catch(() => undefined) // there is no archive
        if (existing?.equals(bytes)) continue
        await replaceFile(dirname(file), basename(file), bytes) // a killed run must not leave a part of an archive
        if (!existing) written.push(file)
      }
    },
    async remove() {
      // an archive that remains does no harm
      for (const file of written) await rm(file, { force: true }).catch(() => undefined)
    },
  }
}

/** Archive that `add` made and that the site no longer installs. */
export interface ReplacedArchive {
  /** Absolute path. */
  readonly file: string
  /** Whether the archive is in the folder of the site. Other sites may install archives outside this folder. */
  readonly isInside: boolean
}

/** Archives that the site no longer installs after a change: archives of removed plugins, and previous archives of updated plugins. */
export async function replacedArchives(
  site: string,
  packages: readonly PackageChange[],
): Promise<readonly ReplacedArchive[]> {
  const archives = packages.map(({ change, name, version, previous = change === 'remove' ? version : '' }) =>
    previous.startsWith('file:') ? findArchive(site, name, previous) : undefined,
  )
  return (await Promise.all(archives)).filter((archive) => archive !== undefined)
}

/**
 * Archive of a plugin that `add` made: its name contains the plugin's name and the hash of its contents. `undefined` for any other file.
 * @param source `file:` and a path relative to the site, as in package.json
 */
async function findArchive(site: string, name: string, source: string): Promise<ReplacedArchive | undefined> {
  const file = resolve(site, source.replace(/^file:/, ''))
  const tarball = await readFile(file).catch(() => undefined) // there is no archive
  if (!tarball || !isArchiveOf(name, basename(file)) || !file.endsWith(`-${hashOf(tarball)}.tgz`)) return undefined
  const path = relative(await realpath(site), await realpath(file))
  return { file, isInside: path.split(sep)[0] !== '..' && !isAbsolute(path) }
}

/** Whether a file name is one that `add` gives to archives of the plugin. */
export const isArchiveOf = (name: string, file: string): boolean =>
  file.startsWith(`${flat(name)}-`) && /-[0-9a-f]{8}\.tgz$/.test(file)

/** Removes the replaced archives in the folder of the site. Keeps archives outside this folder, because other sites may install them. */
export async function removeArchives(site: string, packages: readonly PackageChange[]): Promise<void> {
  for (const { file, isInside } of await replacedArchives(site, packages))
    if (isInside) await rm(file).catch(() => undefined) // the change is complete, and an archive that remains does no harm
}
