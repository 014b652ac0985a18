import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { CliError, messageOf } from '../../errors.js'
import { describe, parseWith } from '../../plan/arguments/parse.js'
import { isObject, type Json, parseJson } from '../../plan/files/json.js'
import { isPackageName } from '../../plan/packages/package-name.js'
import { programsOf } from '../../plan/packages/programs.js'
import { shortName } from '../../plan/plugins/first-party.js'
import { type PluginManifest, type PluginPackage, parsePluginManifest } from '../../plan/plugins/plugin-manifest.js'
import { similarPlugin } from '../../plan/plugins/plugin-names.js'
import { type Network, networkListSchema } from '../../plan/site/network.js'
import { fileInside, readInside, readText } from '../files/read-file.js'

const ranges = v.optional(v.record(v.string(), v.string()), {})
const packageSchema = v.object({
  name: v.string(),
  version: v.string(),
  peerDependencies: ranges,
  peerDependenciesMeta: v.optional(v.record(v.string(), v.object({ optional: v.optional(v.boolean()) })), {}),
  bin: v.optional(v.union([v.string(), v.record(v.string(), v.string())])),
  walletModal: v.optional(v.unknown()),
})

/** Fields of a package.json that the CLI reads. */
export type PackageJson = v.InferOutput<typeof packageSchema>

/** An installed package: its folder and its package.json. */
export interface InstalledPackage {
  readonly folder: string
  readonly json: PackageJson
}

/**
 * Finds a package as Node.js does: in `node_modules` of the folder or of a parent folder. `undefined` if it is not installed, or if `name` is not
 * a package name. Throws `INVALID_MANIFEST` if its package.json is invalid.
 */
export async function findInstalled(folder: string, name: string): Promise<InstalledPackage | undefined> {
  const found = await findPackageText(folder, name)
  return found && { folder: found.folder, json: parsePackageJson(name, found.text) }
}

/** Folder of an installed package, and the text of its package.json. */
async function findPackageText(
  folder: string,
  name: string,
): Promise<{ readonly folder: string; readonly text: string } | undefined> {
  if (!isPackageName(name)) return undefined
  const candidate = join(folder, 'node_modules', ...name.split('/'))
  const text = await readText(join(candidate, 'package.json'))
  if (text !== undefined) return { folder: candidate, text }
  const parent = dirname(folder)
  return parent === folder ? undefined : findPackageText(parent, name)
}

/**
 * Names of the programs of an installed package. Accepts any package.json, because the packages of a workspace often lack fields such as the version.
 * Empty if the package is not installed.
 */
export async function findPrograms(folder: string, name: string): Promise<readonly string[]> {
  const found = await findPackageText(folder, name)
  try {
    const json: unknown = found && parseJson(found.text)
    return programsOf(isObject(json) && typeof json.name === 'string' ? json.name : name, json, [])
  } catch {
    return [] // not JSON: package managers link no program of such a package
  }
}

const ownPackageSchema = v.object({ dependencies: ranges, devDependencies: ranges, scripts: ranges })

/** Fields of a site's own package.json. */
export interface OwnPackage {
  /** Names of the packages in `dependencies` and `devDependencies`. */
  readonly listed: ReadonlySet<string>
  readonly scripts: Readonly<Record<string, string>>
}

/** Reads a site's own package.json; treats a missing file as empty. Throws `INVALID_SITE` if it is not JSON or a field is invalid. */
export async function readOwnPackage(folder: string): Promise<OwnPackage> {
  const text = await readText(join(folder, 'package.json'))
  const result = parseWith(ownPackageSchema, text === undefined ? {} : parseOwnJson(text))
  if ('value' in result) {
    const { dependencies, devDependencies, scripts } = result.value
    return { listed: new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]), scripts }
  }
  throw new CliError('INVALID_SITE', `This site's package.json: ${describe(result.problems)}`)
}

function parseOwnJson(text: string): Json {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new CliError('INVALID_SITE', `This site's package.json is not valid JSON: ${messageOf(cause)}`, { cause })
  }
}

/** Advice for a package that was published with an invalid file. Another installation would not help. */
export const authorAdvice = 'Report this to its author, or use another version of it.'

/** Parses the text of a package.json. Throws `INVALID_MANIFEST` with the name of the package. `advice`: default is to install the package again. */
export function parsePackageJson(name: string, text: string, advice?: string): PackageJson {
  const result = parseWith(packageSchema, parseFile(name, 'package.json', text, advice))
  if ('value' in result) return result.value
  throw new CliError('INVALID_MANIFEST', `"${name}": its package.json: ${describe(result.problems)}`, {
    advice: advice ?? 'Install it again.',
  })
}

function parseFile(name: string, file: string, text: string, advice = `Install "${name}" again.`): Json {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new CliError('INVALID_MANIFEST', `"${name}": ${file} is not valid JSON: ${messageOf(cause)}`, {
      advice,
      cause,
    })
  }
}

/**
 * Reads an installed plugin's manifest and networks without running its code. Throws `INVALID_MANIFEST`, `INVALID_PATH` for a networks file outside
 * the package, or `NOT_INSTALLED`, whose advice may suggest a plugin of `known`.
 */
export async function readPlugin(
  folder: string,
  name: string,
  known: readonly PluginPackage[] = [],
): Promise<PluginPackage> {
  const installed = await findInstalled(folder, name)
  if (!installed)
    throw new CliError('NOT_INSTALLED', `"${name}" is listed in wallet-modal.json but not installed.`, {
      advice: await missingAdvice(folder, name, known),
    })
  const manifest = parsePluginManifest(name, installed.json.walletModal)
  const { version } = installed.json
  const peerDependencies = neededPeers(installed.json)
  return { name, version, peerDependencies, manifest, networks: await readNetworks(installed.folder, name, manifest) }
}

/** Version ranges of a package's peer dependencies, by name. Omits optional first-party plugins, because a site can use another plugin instead. */
export const neededPeers = ({
  peerDependencies,
  peerDependenciesMeta,
}: PackageJson): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(peerDependencies).filter(
      ([name]) => !(name.startsWith('@wallet-modal/') && peerDependenciesMeta[name]?.optional),
    ),
  )

/** Advice for a missing plugin. The user may have added it to wallet-modal.json by hand, without listing its package in package.json. */
async function missingAdvice(folder: string, name: string, known: readonly PluginPackage[]): Promise<string> {
  const { listed } = await readOwnPackage(folder)
  if (listed.has(name))
    return 'Install the packages of this site (npm install), or remove the plugin. Yarn must use `nodeLinker: node-modules`.'
  const similar = similarPlugin(name, known)
  if (similar) return `Did you mean "${similar}"? Correct the name in wallet-modal.json.`
  return `package.json does not list it. Remove "${name}" from wallet-modal.json, then run \`npx create-wallet-modal add ${shortName(name)}\`, which installs the package too.`
}

async function readNetworks(folder: string, name: string, manifest: PluginManifest): Promise<readonly Network[]> {
  if (manifest.networks === undefined) return []
  const text = await readInside(folder, `"${name}" walletModal.networks`, manifest.networks, 8 << 20)
  if (text === undefined) {
    throw new CliError('INVALID_MANIFEST', `"${name}": its networks file, "${manifest.networks}", is missing.`, {
      advice: `Install "${name}" again.`,
    })
  }
  return parseNetworks(name, manifest.networks, text)
}

/** Parses a plugin's networks file. Throws `INVALID_MANIFEST`. `advice`: default depends on the error. */
export function parseNetworks(name: string, file: string, text: string, advice?: string): readonly Network[] {
  const result = parseWith(networkListSchema, parseFile(name, file, text, advice))
  if ('value' in result) return result.value
  throw new CliError('INVALID_MANIFEST', `"${name}": ${file}: ${describe(result.problems)}`, {
    advice: advice ?? `Report this to the author of "${name}".`,
  })
}

/**
 * Absolute path of a program of an installed package. Throws `INVALID_MANIFEST` if the package has no program with that name, and `INVALID_PATH` if
 * its path leads outside the package.
 */
export async function findBin({ folder, json }: InstalledPackage, name: string): Promise<string> {
  const path = typeof json.bin === 'string' ? json.bin : json.bin?.[name]
  const file = path === undefined ? undefined : await fileInside(folder, `"${json.name}" bin`, path)
  if (file !== undefined) return file
  throw new CliError('INVALID_MANIFEST', `"${json.name}" ${json.version} has no program "${name}".`, {
    advice: `Install "${json.name}" again.`,
  })
}
