import { CliError } from '../../errors.js'
import { isPackageName } from '../packages/package-name.js'
import { isExportName } from './plugin-manifest.js'

/** Kinds of plugin that the command `plugin` can create. */
export const pluginKinds = ['feature', 'namespace', 'provider'] as const
export type PluginKind = (typeof pluginKinds)[number]

/** Names of a new plugin in all notations. */
export interface PluginNames {
  /** `wallet-modal-plugin-<id>`, with the scope if there is one. */
  readonly packageName: string
  readonly id: string
  /** Title: `Hello world`. */
  readonly title: string
  /** `helloWorld` */
  readonly camel: string
  /** `HelloWorld`, or `HelloWorldPlugin` if the templates use this type name (`freeNames`). */
  readonly pascal: string
  /** `hello_world` */
  readonly snake: string
  /** `camel`, or `<camel>Plugin` if `camel` is a reserved word or used by the templates (`freeNames`). */
  readonly exportName: string
}

const prefix = 'wallet-modal-plugin-'
const firstPartyScope = 'wallet-modal'

/** Derives all names of a plugin. Throws `INVALID_NAME` if one of the derived names or the scope is invalid. */
export function namePlugin(name: string, scope: string | undefined, kind: PluginKind): PluginNames {
  const id = name.startsWith(prefix) ? name.slice(prefix.length) : name
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id) || id.length > 40)
    throw badName(
      'plugin name',
      name,
      'Start with a letter. Use lower-case letters, digits and single "-", at most 40 characters, as in "price-alerts".',
    )
  if (kind === 'namespace' && !/^[-a-z0-9]{3,8}$/.test(id))
    throw badName(
      'name of a namespace',
      name,
      'The name of a namespace plugin must be its CAIP-2 namespace: 3 to 8 lower-case letters, digits and "-".',
    )
  const words = id.split('-')
  const pascal = words.map(capital).join('')
  const camel = (words[0] ?? '') + words.slice(1).map(capital).join('')
  const packageName = `${scopeOf(scope)}${prefix}${id}`
  if (!isPackageName(packageName)) throw badName('package name', packageName, 'Choose a shorter name or scope.')
  return {
    packageName,
    id,
    title: capital(words.join(' ')),
    camel,
    pascal,
    snake: words.join('_'),
    exportName: isExportName(camel) ? camel : `${camel}Plugin`,
  }
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

function scopeOf(scope: string | undefined): string {
  if (scope === undefined) return ''
  const bare = scope.startsWith('@') ? scope.slice(1) : scope
  if (bare === firstPartyScope)
    throw badName('scope', scope, 'This scope is reserved for the packages of this tool. Use your own scope.')
  if (/^[a-z0-9][a-z0-9._-]*$/.test(bare) && !bare.includes('..') && bare.length <= 100) return `@${bare}/`
  throw badName('scope', scope, 'Use the name of your npm user or organisation, as in "@acme".')
}

const badName = (role: string, name: string, advice: string): CliError =>
  new CliError('INVALID_NAME', `${JSON.stringify(name.slice(0, 100))} cannot be the ${role}.`, { advice })
