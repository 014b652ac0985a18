import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { basename, resolve } from 'node:path'

const hashOf = (tarball: Buffer): string => createHash('sha256').update(tarball).digest('hex').slice(0, 8)
const flat = (name: string): string => name.replace('@', '').replace('/', '-')

/** File name of the archive that `add` makes of a plugin's folder. It contains a hash of the contents. */
export const archiveName = (name: string, version: string, tarball: Buffer): string =>
  `${flat(name)}-${version}-${hashOf(tarball)}.tgz`

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
