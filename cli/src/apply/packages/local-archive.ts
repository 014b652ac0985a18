import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Archive } from './fetch-plugin.js'

const hashOf = (tarball: Buffer): string => createHash('sha256').update(tarball).digest('hex').slice(0, 8)
const flat = (name: string): string => name.replace('@', '').replace('/', '-')

/** File name of the archive that `add` makes of a plugin's folder. It contains a hash of the contents. */
export const archiveName = (name: string, version: string, tarball: Buffer): string =>
  `${flat(name)}-${version}-${hashOf(tarball)}.tgz`

/** Files of archives that the site installs. */
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
        if (existsSync(file)) continue // the name contains a hash of the contents
        await writeFile(file, bytes, { flag: 'wx' })
        written.push(file)
      }
    },
    async remove() {
      for (const file of written) await rm(file, { force: true })
    },
  }
}

/**
 * Removes the archive of a removed plugin if `add` made it: if its name contains the plugin's name and the hash of its contents.
 * @param source `file:` and a path relative to the site, as in package.json
 */
export async function removeArchive(site: string, name: string, source: string): Promise<void> {
  const file = resolve(site, source.replace(/^file:/, ''))
  const tarball = await readFile(file).catch(() => undefined) // nothing to remove
  if (!tarball || !basename(file).startsWith(`${flat(name)}-`) || !file.endsWith(`-${hashOf(tarball)}.tgz`)) return
  await rm(file).catch(() => undefined) // the change is complete, and an archive that remains does no harm
}
