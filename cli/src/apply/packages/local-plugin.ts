import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix, relative, resolve, sep } from 'node:path'
import { CliError, toFileError } from '../../errors.js'
import { isObject, parseJson } from '../../plan/files/json.js'
import {
  type Archive,
  type FetchedPlugin,
  openTarball,
  type PackageFiles,
  pack,
  readPluginFiles,
} from './fetch-plugin.js'
import { authorAdvice, parsePackageJson } from './installed.js'
import { archiveName, isArchiveOf } from './local-archive.js'

export interface LocalPluginInput {
  /** The site's folder. */
  readonly cwd: string
  readonly signal: AbortSignal
}

/**
 * Reads an unpublished plugin: a tarball (`.tgz`), or a folder, which is packed with `npm pack`. Sites install the tarball, because a linked folder
 * would add a second copy of the kernel. The tarball's name contains a hash of its contents, so that no package manager serves an older tarball
 * from its cache. Packs in a temporary folder, writes nothing else, and runs no code of the plugin. Throws `UNKNOWN_PLUGIN`, `INVALID_MANIFEST`,
 * `INVALID_PATH`, `INSTALL_FAILED` or `NO_PACKAGE_MANAGER`.
 */
export async function readLocalPlugin(path: string, input: LocalPluginInput): Promise<FetchedPlugin> {
  const target = resolve(input.cwd, path)
  const stats = await stat(target).catch(() => undefined) // reported below
  if (!stats) throw new CliError('UNKNOWN_PLUGIN', `There is no file or folder "${path}".`)
  if (stats.isDirectory()) await checkPackageFolder(target, path)
  else if (!stats.isFile()) throw new CliError('UNKNOWN_PLUGIN', `"${path}" is neither a file nor a folder.`)
  const archive = stats.isDirectory() ? await packFolder(target, path, input) : undefined
  const { file, bytes } = archive ?? { file: target, bytes: await readTarballFile(target, path) }
  const files = await openTarball(path, bytes)
  const plugin = readPlugin(path, files)
  checkBuilt(plugin.plugin.name, files)
  const source = `file:${relative(input.cwd, file).split(sep).join(posix.sep)}`
  return { ...plugin, plugin: { ...plugin.plugin, source }, ...(archive && { archive }) }
}

const readTarballFile = (target: string, path: string): Promise<Buffer> =>
  readFile(target).catch((error: unknown) => Promise.reject(toFileError(error, `Reading "${path}"`)))

function readPlugin(path: string, files: PackageFiles): FetchedPlugin {
  const { name } = parsePackageJson(path, files('package.json') ?? '{}', authorAdvice)
  const plugin = readPluginFiles(name, files)
  if (plugin) return plugin
  throw new CliError(
    'INVALID_MANIFEST',
    `"${path}" is not a wallet-modal plugin: its package.json has no "walletModal" field.`,
    {
      advice: '`npx create-wallet-modal plugin <name>` creates a package with this field.',
    },
  )
}

async function checkPackageFolder(target: string, path: string): Promise<void> {
  if (await stat(join(target, 'package.json')).catch(() => undefined)) return
  throw new CliError('UNKNOWN_PLUGIN', `The folder "${path}" has no package.json, so it contains no plugin.`, {
    advice: 'Pass the folder of the package. `npx create-wallet-modal plugin <name>` creates one.',
  })
}

async function packFolder(target: string, path: string, { cwd, signal }: LocalPluginInput): Promise<Archive> {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-modal-'))
  try {
    const tarball = await pack(target, { cwd, folder, signal })
    if (tarball === undefined) throw new CliError('UNKNOWN_PLUGIN', `"${path}" is not a package that npm can pack.`)
    const files = await openTarball(path, tarball)
    const { name, version } = parsePackageJson(path, files('package.json') ?? '{}', authorAdvice)
    checkArchives(name, files)
    return { file: join(target, archiveName(name, version, tarball)), bytes: tarball }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Throws `INVALID_MANIFEST` if the package lacks a file that it exports, because the site's build would fail. */
function checkBuilt(name: string, files: PackageFiles): void {
  const json: unknown = parseJson(files('package.json') ?? '{}')
  const missing = targetsOf(isObject(json) ? json.exports : undefined).find(
    (target) => !target.includes('*') && !files.paths.includes(target.replace(/^\.\//, '')),
  )
  if (missing !== undefined)
    throw new CliError('INVALID_MANIFEST', `"${name}" is not built: its package has no "${missing}".`, {
      advice: 'Run `npm run build` in its folder, then add it again.',
    })
}

/** Throws `INVALID_MANIFEST` if the package contains an archive of itself from an earlier `add`: each new archive would contain all earlier ones. */
function checkArchives(name: string, { paths }: PackageFiles): void {
  const archive = paths.find((path) => isArchiveOf(name, path))
  if (archive === undefined) return
  throw new CliError(
    'INVALID_MANIFEST',
    `The package "${name}" contains "${archive}", an archive of this package that an earlier \`add\` made.`,
    {
      advice: `List the files of the package in "files" of its package.json, such as ["dist"], or delete "${archive}" if no site needs it. Then add it again.`,
    },
  )
}

/** All file paths in the field `exports` of a package.json. */
const targetsOf = (exports: unknown): readonly string[] =>
  typeof exports === 'string' ? [exports] : isObject(exports) ? Object.values(exports).flatMap(targetsOf) : []
