import * as v from 'valibot'
import { isPackageName } from '../packages/package-name.js'
import { networkListSchema } from '../site/network.js'
import { type PluginPackage, pluginManifestSchema } from './plugin-manifest.js'

const packageName = v.pipe(v.string(), v.check(isPackageName))
const version = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/))
const ranges = v.record(v.string(), v.string())

/** The list of first-party packages that a release of the CLI was built with: exact versions, manifests, known networks. */
export const firstPartySchema = v.object({
  /** This CLI's own version. */
  version,
  kernel: v.object({ name: packageName, version, peerDependencies: ranges }),
  /** Packages that plugins expect a site to have, in the versions that this release was tested with. */
  tested: ranges,
  plugins: v.array(
    v.object({
      name: packageName,
      version,
      peerDependencies: ranges,
      manifest: pluginManifestSchema,
      networks: networkListSchema,
    }),
  ),
})

export interface FirstParty {
  readonly version: string
  readonly kernel: {
    readonly name: string
    readonly version: string
    readonly peerDependencies: Readonly<Record<string, string>>
  }
  readonly tested: Readonly<Record<string, string>>
  readonly plugins: readonly PluginPackage[]
}

export const kernelName = '@wallet-modal/kernel'
/** This tool's own package. */
export const cliName = 'create-wallet-modal'
export const sandboxName = '@wallet-modal/sandbox'
export const signInPlugin = '@wallet-modal/siwx'
const scope = '@wallet-modal/'

/** Finds a first-party plugin by its package name, its id, or its name without the scope. */
export const findPlugin = (list: FirstParty, name: string): PluginPackage | undefined =>
  list.plugins.find((plugin) => plugin.name === name || plugin.manifest.id === name || plugin.name === scope + name)

/** The names that a person may type for first-party plugins: those without the scope. */
export const shortNames = (list: FirstParty): readonly string[] => list.plugins.map(({ name }) => shortName(name))

/** A first-party package's name without the scope; others' names as they are. */
export const shortName = (name: string): string => (name.startsWith(scope) ? name.slice(scope.length) : name)
