import { join } from 'node:path'
import { cacheFolder, shortHash } from '../setup/cache.mjs'
import { must } from '../setup/steps.mjs'
import { workspaces } from '../setup/workspaces.mjs'
import { npmEnv } from './npm.mjs'

/**
 * @typedef {{ name: string, version: string, integrity: string, tarball: string, files: readonly string[] }} Packed
 */

/** Packs every published package as npm would publish it. The same content gives the same tarball. @returns {Promise<readonly Packed[]>} */
export async function packWorkspace() {
  const destination = cacheFolder('tarballs')
  const only = workspaces().flatMap(({ manifest }) => ['--workspace', manifest.name])
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination, ...only]
  const output = await must('Packing', 'npm', args, { env: npmEnv({ npm_config_loglevel: 'silent' }) })
  /** @type {{ name: string, version: string, integrity: string, filename: string, files: { path: string }[] }[]} */
  const packed = JSON.parse(output)
  return packed.map(({ name, version, integrity, filename, files }) => ({
    name,
    version,
    integrity,
    tarball: join(destination, filename.replace('@', '').replace('/', '-')),
    files: files.map(({ path }) => path).sort(),
  }))
}

/** What tells one state of the packages from another. @param {readonly Packed[]} packed */
export const packedHash = (packed) => shortHash(packed.map(({ name, integrity }) => name + integrity).join())
