import { CliError } from '../../errors.js'
import { similarNames, suggest } from '../arguments/similar-names.js'
import { isPackageName } from '../packages/package-name.js'
import { type FirstParty, findPlugin, shortName, shortNames } from './first-party.js'
import type { PluginPackage } from './plugin-manifest.js'

const prefix = 'wallet-modal-plugin-'

/** A plugin on the command line: a name, optionally with a version for third-party plugins. */
export interface PluginSpec {
  readonly name: string
  readonly version: string | undefined
}

/** Parses `name` or `name@version`. Throws `UNKNOWN_PLUGIN` for an invalid package name. */
export function parsePluginName(text: string): PluginSpec {
  const at = text.indexOf('@', 1)
  const name = at < 0 ? text : text.slice(0, at)
  const version = at < 0 ? undefined : text.slice(at + 1)
  if (isPackageName(name) && (version === undefined || /^[\w.+-]{1,100}$/.test(version)) && !version?.startsWith('-'))
    return { name, version }
  throw new CliError('UNKNOWN_PLUGIN', `${JSON.stringify(text.slice(0, 100))} cannot be the name of a plugin.`, {
    advice:
      'Use the npm package name, or the name without "@wallet-modal/" or "wallet-modal-plugin-". For an unpublished plugin, use its folder, such as ../my-plugin.',
  })
}

/** Whether text is a folder or a tarball (`.tgz`) on this machine, rather than a name. */
export const isLocalPath = (text: string): boolean => /^\.{0,2}[\\/]|^\.{1,2}$|^[A-Za-z]:[\\/]|\.tgz$/.test(text)

/**
 * Package names that a typed name can mean, in order: the exact name, then the name with the prefix `wallet-modal-plugin-`. Never similar names,
 * which could be malicious packages.
 */
export function packageCandidates(name: string): readonly string[] {
  const [scope, rest] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const long = scope === undefined ? prefix + rest : `${scope}/${prefix}${rest}`
  return rest?.startsWith(prefix) || !isPackageName(long) ? [name] : [name, long]
}

/** A site's plugins, by which `findInSite` finds a plugin. */
export interface SitePlugins {
  /** Package names of all plugins of the site. */
  readonly names: readonly string[]
  /** The plugins of the site whose manifest could be read. */
  readonly plugins: readonly PluginPackage[]
  readonly release: FirstParty
}

/**
 * Finds a plugin of the site by its package name, its name without scope or prefix, or its id. Returns its package name. An id that several
 * third-party plugins have finds none of them.
 */
export function findInSite(name: string, { names, plugins, release }: SitePlugins): string | undefined {
  const known = findPlugin(release, name)?.name
  const found = [name, known, ...packageCandidates(name)].find(
    (candidate) => candidate !== undefined && names.includes(candidate),
  )
  if (found !== undefined) return found
  const [first, ...others] = plugins.filter((plugin) => plugin.manifest.id === name && names.includes(plugin.name))
  return others.length === 0 ? first?.name : undefined
}

/** Name of the plugin of `known` that is most similar to `name`. `undefined` if `known` contains `name`, or no name is similar. */
export function similarPlugin(name: string, known: readonly PluginPackage[]): string | undefined {
  const names = known.map((plugin) => plugin.name)
  if (names.includes(name)) return undefined
  const [similar] = similarNames(shortName(name), names.map(shortName), 1)
  return names.find((one) => shortName(one) === similar)
}

/** Error: no plugin has this name. */
export const unknownPlugin = (name: string, release: FirstParty): CliError =>
  new CliError(
    'UNKNOWN_PLUGIN',
    `There is no plugin "${name}", neither in this release (${release.version}) nor as a package.`,
    {
      advice: suggest(name, shortNames(release), 'Plugins of this release'),
    },
  )
