import { CliError } from '../../errors.js'
import { suggest } from '../arguments/near.js'
import { isPackageName } from '../packages/package-name.js'
import { type FirstParty, findPlugin, shortNames } from './first-party.js'

const prefix = 'wallet-modal-plugin-'

/** A plugin as a person typed it: a name, and for those of third parties perhaps a version. */
export interface TypedPlugin {
  readonly name: string
  readonly version: string | undefined
}

/** Reads `name` or `name@version`. Throws `UNKNOWN_PLUGIN` for what can be no package. */
export function parsePluginName(text: string): TypedPlugin {
  const at = text.indexOf('@', 1)
  const name = at < 0 ? text : text.slice(0, at)
  const version = at < 0 ? undefined : text.slice(at + 1)
  if (isPackageName(name) && (version === undefined || /^[\w.+-]{1,100}$/.test(version)) && !version?.startsWith('-'))
    return { name, version }
  throw new CliError('UNKNOWN_PLUGIN', `${JSON.stringify(text.slice(0, 100))} cannot be the name of a plugin.`, {
    advice:
      'A plugin is named by its npm package, or by its name without "@wallet-modal/" or "wallet-modal-plugin-". One that is not published is named by its folder, as in ../my-plugin.',
  })
}

/** Whether a person means a folder or a packed package (`.tgz`) of this machine, and no name. */
export const isLocalPath = (text: string): boolean => /^\.{0,2}[\\/]|^\.{1,2}$|^[A-Za-z]:[\\/]|\.tgz$/.test(text)

/** The packages that a name may stand for, in this order: the exact name, then the name with the prefix. Nothing that is only similar. */
export function packageCandidates(name: string): readonly string[] {
  const [scope, rest] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const long = scope === undefined ? prefix + rest : `${scope}/${prefix}${rest}`
  return rest?.startsWith(prefix) || !isPackageName(long) ? [name] : [name, long]
}

/** The plugin of a site that a person means, by its full name, its short name, or its name without the prefix. */
export function findInSite(name: string, names: readonly string[], list: FirstParty): string | undefined {
  const known = findPlugin(list, name)?.name
  return [name, known, ...packageCandidates(name)].find((one) => one !== undefined && names.includes(one))
}

/** The error for a name that nothing goes by. */
export const unknownPlugin = (name: string, list: FirstParty): CliError =>
  new CliError(
    'UNKNOWN_PLUGIN',
    `There is no plugin "${name}": neither in this release (${list.version}) nor as a package.`,
    {
      advice: suggest(name, shortNames(list), 'Plugins of this release'),
    },
  )
