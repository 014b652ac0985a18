import semver from 'semver'
import * as v from 'valibot'
import { CliError } from '../../errors.js'
import { describe, parseWith } from '../arguments/parse.js'
import { isJson } from '../files/json.js'
import { guardPath } from '../files/path-guard.js'
import { isPackageName } from '../packages/package-name.js'
import type { Network } from '../site/network.js'
import { optionsSchema } from './options-schema.js'

const identifierPattern = /^[A-Za-z_$][A-Za-z0-9_$]{0,63}$/
const reservedWords = new Set(
  `arguments as async await break case catch class const continue debugger default delete do else enum eval export extends false finally for
  function generated code if implements import in instanceof interface let new null package private protected public return static super switch this
  throw true try typeof undefined var void while with yield process CodeOptions OptionsOf WalletModalConfig NaN Infinity Partial Pick`.split(
    /\s+/,
  ),
)

/** Whether a name is valid for an imported constant in generated code. */
export const isExportName = (name: string): boolean => identifierPattern.test(name) && !reservedWords.has(name)
const isRange = (range: string): boolean => range !== '' && range.length <= 100 && semver.validRange(range) !== null

const path = v.pipe(v.string(), v.check(isSafePath, 'must be a relative path inside the package'))
function isSafePath(value: string): boolean {
  try {
    return guardPath('path', value) !== ''
  } catch {
    return false // the schema reports the invalid path
  }
}

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(500))
/** Text for users, on one line: each run of white space becomes one space. */
const label = v.pipe(
  text,
  v.transform((value) => value.replace(/\s+/g, ' ').trim()),
)
const capability = v.pipe(
  v.string(),
  v.regex(/^[@A-Za-z0-9][@A-Za-z0-9:/#._-]{0,127}$/, 'must be the name of a capability'),
)
const capabilities = v.optional(v.pipe(v.array(capability), v.maxLength(64)), [])
const packageName = v.pipe(v.string(), v.check(isPackageName, 'must be an npm package name'))
const exactVersion = v.pipe(
  v.string(),
  v.check((version) => semver.valid(version) === version, 'must be an exact version'),
)
const engine = v.object({ package: packageName, version: exactVersion })
const engines = v.pipe(
  v.union([v.pipe(v.array(engine), v.maxLength(8)), engine]),
  v.transform((value): readonly v.InferOutput<typeof engine>[] => (Array.isArray(value) ? value : [value])),
)
const list = v.optional(v.pipe(v.array(text), v.maxLength(200)), [])

/** The static `walletModal` field of a plugin's package.json. Ignores unknown fields, which a later release may have added. */
export const pluginManifestSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be lower-case letters, digits and "-"')),
  export: v.pipe(v.string(), v.check(isExportName, 'must be the name of an exported constant')),
  title: label,
  description: label,
  kernel: v.pipe(v.string(), v.check(isRange, 'must be a version range')),
  requires: capabilities,
  optional: capabilities,
  provides: capabilities,
  /** Views of other plugins that this plugin requires. */
  requiresViews: capabilities,
  /** Views of other plugins that this plugin replaces; its own views are not listed. */
  replacesViews: capabilities,
  conflicts: v.optional(v.pipe(v.array(packageName), v.maxLength(64)), []),
  options: v.optional(optionsSchema, { type: 'object', additionalProperties: false }),
  /** Options that only code can set, such as functions. */
  codeOptions: v.optional(
    v.pipe(
      v.array(
        v.object({
          name: v.pipe(v.string(), v.regex(identifierPattern, 'must be the name of an option')),
          required: v.optional(v.boolean(), false),
        }),
      ),
      v.maxLength(64),
    ),
    [],
  ),
  permissions: v.optional(
    v.object({
      api: list,
      origins: v.optional(v.record(v.picklist(['connect', 'image', 'frame', 'window']), list), {}),
      storage: list,
      devices: v.optional(v.pipe(v.array(text), v.maxLength(8))),
    }),
    { api: [], origins: {}, storage: [] },
  ),
  /** Path of a JSON file in the package: the networks that the plugin defines (`networkListSchema`). */
  networks: v.optional(path),
  /** Packages of the chain engine that the sandbox runs for this namespace. The command line installs all of them. */
  sandboxEngine: v.optional(engines, []),
  developmentOnly: v.optional(v.boolean(), false),
  /**
   * Whether the plugin needs a project id, a service of the site's own, or a plugin that lists it in `sourceFor`. By default, new sites without a
   * project id get the plugin only if another default plugin lists it in `sourceFor`.
   */
  needsProjectId: v.optional(v.boolean(), false),
  /**
   * Whether the plugin does nothing without a service of the site or a plugin that lists it in `sourceFor`: a project id is not enough. By default,
   * new sites get the plugin only if another default plugin lists it in `sourceFor`.
   */
  needsService: v.optional(v.boolean(), false),
  /** Package names of the plugins that work without a project id if the site also has this plugin. */
  sourceFor: v.optional(v.pipe(v.array(packageName), v.maxLength(16)), []),
  /** CAIP-2 namespaces that the plugin supports; empty: all. By default, only new sites with a network of such a namespace get the plugin. */
  forNamespaces: v.optional(v.pipe(v.array(text), v.maxLength(16)), []),
  /** Whether new sites get the plugin only if the user names it. */
  optIn: v.optional(v.boolean(), false),
})

export type PluginManifest = v.InferOutput<typeof pluginManifestSchema>

/** Package data, manifest and networks of a plugin, read without running its code. */
export interface PluginPackage {
  readonly name: string
  readonly version: string
  /** `file:` and the path of a tarball, relative to the site; absent for packages from a registry. */
  readonly source?: string
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly manifest: PluginManifest
  readonly networks: readonly Network[]
}

/** Parses the value of the `walletModal` field in a package's package.json. Throws `INVALID_MANIFEST` with package and field. */
export function parsePluginManifest(name: string, value: unknown): PluginManifest {
  if (value === undefined) {
    throw new CliError(
      'INVALID_MANIFEST',
      `"${name}" is not a wallet-modal plugin: its package.json has no "walletModal" field.`,
      {
        advice: `Remove "${name}" from "plugins" in wallet-modal.json, or correct its name.`,
      },
    )
  }
  const result = isJson(value)
    ? parseWith(pluginManifestSchema, value)
    : { problems: [{ path: '', message: 'is nested too deeply or has a forbidden key' }] }
  if ('value' in result) return result.value
  throw new CliError(
    'INVALID_MANIFEST',
    `"${name}": the "walletModal" field of its package.json: ${describe(result.problems)}`,
    {
      advice: `Report this to the author of "${name}", or use another version of it.`,
    },
  )
}
