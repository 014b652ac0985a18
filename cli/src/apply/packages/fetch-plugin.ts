import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type ParsedTarFileItemMeta, parseTar } from 'nanotar'
import semver from 'semver'
import { CliError, messageOf } from '../../errors.js'
import { isObject, parseJson } from '../../plan/files/json.js'
import { guardPath } from '../../plan/files/path-guard.js'
import { isPackageName } from '../../plan/packages/package-name.js'
import { programsOf } from '../../plan/packages/programs.js'
import { type PluginPackage, parsePluginManifest } from '../../plan/plugins/plugin-manifest.js'
import type { PluginSpec } from '../../plan/plugins/plugin-names.js'
import { runCommand } from '../run-command.js'
import { authorAdvice, neededPeers, parseNetworks, parsePackageJson } from './installed.js'
import { isNotFound, npmFailed } from './npm-error.js'
import { retryEnv } from './retry-env.js'

/** A plugin that was read from its tarball. */
export interface FetchedPlugin {
  readonly plugin: PluginPackage
  /** Names of the plugin's install scripts, which are never run. */
  readonly scripts: readonly string[]
  /** Names of the programs that the plugin installs into `node_modules/.bin`. */
  readonly programs: readonly string[]
  /** Tarball of a local folder, to be written before the installation. Absent for other sources. */
  readonly archive?: Archive
}

/** File that has to be written before the installation. */
export interface Archive {
  readonly file: string
  readonly bytes: Buffer
}

const mib = 1 << 20
const maxTarballBytes = 64 * mib
const maxUnpackedBytes = 256 * mib
/** Maximum size of a file that is read, such as package.json. */
const maxTextBytes = 8 * mib

/**
 * Reads the manifest of a package from the registry that npm uses for the site. Downloads the tarball to a temporary folder and unpacks it in memory:
 * writes nothing to the site and runs no code of the package. `undefined` if there is no such package or version, or it is not a plugin. Throws
 * `INVALID_MANIFEST`, `INVALID_PATH`, `INSTALL_FAILED` or `NO_PACKAGE_MANAGER`.
 */
export async function fetchPlugin(
  { name, version = 'latest' }: PluginSpec,
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<FetchedPlugin | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-modal-'))
  try {
    const tarball = await pack(`${name}@${version}`, { cwd, folder, signal })
    return tarball === undefined ? undefined : await readTarball(name, tarball)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the text of a file by its path in the package, or `undefined`. `paths` lists all files. */
export type PackageFiles = ((path: string) => string | undefined) & { readonly paths: readonly string[] }

/**
 * Reads the files of a package from the registry. Unpacks the tarball in memory. `undefined` if there is no such package or version. Throws
 * `INVALID_MANIFEST`, `INSTALL_FAILED` or `NO_PACKAGE_MANAGER`.
 */
export async function fetchFiles(
  { name, version = 'latest' }: PluginSpec,
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<PackageFiles | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-modal-'))
  try {
    const tarball = await pack(`${name}@${version}`, { cwd, folder, signal })
    return tarball === undefined ? undefined : await openTarball(name, tarball)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface PackInput {
  readonly cwd: string
  readonly folder: string
  readonly signal: AbortSignal
}

/**
 * Packs a registry package or a local folder with `npm pack`, without running scripts. Returns the tarball, which npm writes to `folder`; `undefined`
 * if there is no such package or version. Throws `INSTALL_FAILED` or `NO_PACKAGE_MANAGER`.
 */
export async function pack(spec: string, { cwd, folder, signal }: PackInput): Promise<Buffer | undefined> {
  const args = ['pack', spec, '--json', '--ignore-scripts', '--loglevel', 'silent', '--pack-destination', folder]
  const env = { ...retryEnv(), npm_config_ignore_scripts: 'true', npm_config_update_notifier: 'false' }
  const end = await runCommand({ file: 'npm', args, cwd, env, signal })
  const [file] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  if (end.exitCode === 0 && file !== undefined) return readFile(join(folder, file))
  if (isNotFound(end.stdout)) return undefined
  throw npmFailed(`fetch "${spec}"`, end)
}

const unpack = promisify(gunzip)

/** Reads the plugin `name` from a tarball. `undefined` if the package is not a plugin. Throws `INVALID_MANIFEST` or `INVALID_PATH`. */
export async function readTarball(name: string, tarball: Buffer): Promise<FetchedPlugin | undefined> {
  return readPluginFiles(name, await openTarball(name, tarball))
}

/** Files of a tarball. Throws `INVALID_MANIFEST` if it is damaged, larger than 64 MiB, or larger than 256 MiB when unpacked. */
export async function openTarball(name: string, tarball: Buffer): Promise<PackageFiles> {
  if (tarball.length > maxTarballBytes) throw damaged(name, `it is larger than ${maxTarballBytes / mib} MiB`)
  return filesOf(name, tarball)
}

/**
 * Reads a plugin from the files of its package. `undefined` if the package is not a plugin. Throws `INVALID_MANIFEST` (also if the package.json
 * contains another name than `name`), and `INVALID_PATH` for a networks file outside the package.
 */
export function readPluginFiles(name: string, files: PackageFiles): FetchedPlugin | undefined {
  const text = files('package.json')
  if (text === undefined) throw damaged(name, 'it has no package.json')
  const json = parsePackageJson(name, text, authorAdvice)
  if (json.name !== name) throw damaged(name, `its package.json has the name ${JSON.stringify(json.name)}`)
  if (!isPackageName(name)) throw damaged(name, 'its name is not the name of an npm package')
  if (semver.valid(json.version) !== json.version) throw damaged(name, 'its version is not exact')
  if (json.walletModal === undefined) return undefined
  const manifest = parsePluginManifest(name, json.walletModal)
  const networks = manifest.networks === undefined ? [] : readNetworks(name, manifest.networks, files)
  const { version } = json
  const peerDependencies = neededPeers(json)
  const programs = programsOf(name, parseJson(text), files.paths)
  return { plugin: { name, version, peerDependencies, manifest, networks }, scripts: scriptsOf(text), programs }
}

/** Files of a tarball by their path in the package. Returns no text for files larger than 8 MiB. The top folder of a tarball may have any name. */
async function filesOf(name: string, tarball: Buffer): Promise<PackageFiles> {
  try {
    // a copy, because nanotar reads the whole underlying ArrayBuffer
    const bytes = Uint8Array.from(await unpack(tarball, { maxOutputLength: maxUnpackedBytes }))
    const tarFiles = parseTar(bytes, { filter: isFile })
    const pathInPackage = (name: string): string => name.replace(/^[^/]*\//, '')
    // if two files have the same path, package managers keep the last one
    const read = (path: string): string | undefined => {
      const file = tarFiles.findLast(({ name }) => pathInPackage(name) === path)
      return file === undefined || file.size > maxTextBytes ? undefined : file.text
    }
    return Object.assign(read, { paths: tarFiles.map((file) => pathInPackage(file.name)) })
  } catch (cause) {
    throw damaged(name, messageOf(cause), cause)
  }
}

/** Whether an entry is a file. Throws for a negative size, because nanotar would then read the same entries again. */
function isFile({ type, size = 0 }: ParsedTarFileItemMeta): boolean {
  if (size < 0) throw new Error('an entry has a negative size')
  return type === 'file'
}

function readNetworks(name: string, path: string, files: PackageFiles): PluginPackage['networks'] {
  const text = files(guardPath(`"${name}" walletModal.networks`, path))
  if (text === undefined) throw damaged(name, `its networks file, "${path}", is missing`)
  return parseNetworks(name, path, text, authorAdvice)
}

function scriptsOf(text: string): readonly string[] {
  const value = parseJson(text)
  const scripts = isObject(value) && isObject(value.scripts) ? Object.keys(value.scripts) : []
  return scripts.filter((script) => /^(?:pre|post)?install$/.test(script))
}

const damaged = (name: string, problem: string, cause?: unknown): CliError =>
  new CliError('INVALID_MANIFEST', `The package ${JSON.stringify(name)} cannot be used: ${problem}.`, {
    advice: authorAdvice,
    cause,
  })
