import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CliError } from '../../errors.js'
import { readText } from '../files/read-file.js'
import type { SiteManager } from './site-manager.js'

/**
 * Throws `INVALID_SITE` if Yarn installs the packages of a site with Plug'n'Play, that is, without the `node_modules` folder from which this tool
 * reads the manifests of plugins. Plug'n'Play is the default of Yarn 2 and later. The environment variable `YARN_NODE_LINKER` and the field
 * `nodeLinker` of a settings file override the default; the variable takes precedence.
 */
export async function refusePlugAndPlay(folder: string, { name, workspace }: SiteManager): Promise<void> {
  if (name !== 'yarn') return
  const roots = [folder, ...(workspace === undefined ? [] : [workspace])]
  const settings = await Promise.all([...withParents(folder), homedir()].map(readSettings))
  const fileLinker = settings.map((text) => /^nodeLinker:\s*["']?([\w-]+)/m.exec(text ?? '')?.[1]).find(Boolean)
  const linker = process.env.YARN_NODE_LINKER || fileLinker
  if (linker !== undefined && linker !== 'pnp') return
  const isInstalled = roots.some((root) => existsSync(join(root, 'node_modules')))
  const usesPnp =
    fileLinker === 'pnp' ||
    roots.some((root) => existsSync(join(root, '.pnp.cjs'))) ||
    ((linker === 'pnp' || !isInstalled) && (await isNewYarn(roots)))
  if (!usesPnp) return
  throw new CliError(
    'INVALID_SITE',
    "Yarn installs the packages of this site with Plug'n'Play, without the node_modules folder from which this tool reads the manifests of plugins.",
    {
      advice:
        'Nothing was changed. Add `nodeLinker: node-modules` to .yarnrc.yml, unset the environment variable YARN_NODE_LINKER if it is set, run `yarn install`, and run this command again.',
    },
  )
}

/** A folder and its parents. Yarn merges the settings files in all of them and in the home folder; the nearest file takes precedence. */
function withParents(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...withParents(parent)]
}

/** Settings of Yarn in a folder. Ignores a file that cannot be read: parent folders may belong to other users. */
const readSettings = (folder: string): Promise<string | undefined> =>
  readText(join(folder, '.yarnrc.yml')).catch(() => undefined)

/** Whether the lockfile or the field `packageManager` is of Yarn 2 or later. */
async function isNewYarn(roots: readonly string[]): Promise<boolean> {
  const locks = await Promise.all(roots.map((root) => readText(join(root, 'yarn.lock'), 64 << 20)))
  const texts = await Promise.all(roots.map((root) => readText(join(root, 'package.json'))))
  return (
    locks.some((text) => /^__metadata:/m.test(text ?? '')) ||
    texts.some((text) => /"packageManager"\s*:\s*"yarn@(?!1\.)\d/.test(text ?? ''))
  )
}
