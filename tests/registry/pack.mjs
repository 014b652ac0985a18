import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, shortHash } from '../setup/cache.mjs'
import { must } from '../setup/steps.mjs'
import { workspaces } from '../setup/workspaces.mjs'
import { npmEnv } from './npm.mjs'

/**
 * @typedef {{ name: string, version: string, integrity: string, tarball: string, files: readonly string[] }} Packed
 */

/**
 * Packs every published package as npm would publish it. The same content gives the same tarball, and a tarball never changes, so runs at
 * the same time do not conflict.
 * @returns {Promise<readonly Packed[]>}
 */
export async function packWorkspace() {
  const folder = cacheFolder('tarballs')
  const draft = mkdtempSync(join(folder, 'draft-'))
  try {
    const only = workspaces().flatMap(({ manifest }) => ['--workspace', manifest.name])
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', draft, ...only]
    const output = await must('Packing', 'npm', args, { env: npmEnv({ npm_config_loglevel: 'silent' }) })
    /** @type {{ name: string, version: string, integrity: string, filename: string, files: { path: string }[] }[]} */
    const packed = JSON.parse(output)
    return packed.map(({ name, version, integrity, filename, files }) => {
      const base = filename.replace('@', '').replace('/', '-')
      const tarball = join(folder, `${shortHash(integrity)}-${base}`)
      renameSync(join(draft, base), tarball)
      return { name, version, integrity, tarball, files: files.map(({ path }) => path).sort() }
    })
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Hash of the content of all packages. @param {readonly Packed[]} packed */
export const packedHash = (packed) => shortHash(packed.map(({ name, integrity }) => name + integrity).join())
