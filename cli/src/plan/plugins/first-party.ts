import * as v from 'valibot'
import { isPackageName } from '../packages/package-name.js'
import { networkListSchema } from '../site/network.js'
import { type PluginPackage, pluginManifestSchema } from './plugin-manifest.js'

const packageName = v.pipe(v.string(), v.check(isPackageName))
const version = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/))
const ranges = v.record(v.string(), v.string())

/** First-party packages of a release: exact versions, manifests, known networks. */
export const firstPartySchema = v.object({
  /** Version of the release and of its CLI. */
  version,
  kernel: v.object({ name: packageName, version, peerDependencies: ranges }),
  /** Third-party peer dependencies of kernel and plugins, such as React, in the versions tested with this release. */
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

/** Parsed package list of a release: see {@link firstPartySchema}. */
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
/** Package name of this tool. */
export const cliName = 'create-wallet-modal'
export const sandboxName = '@wallet-modal/sandbox'
export const signInPlugin = '@wallet-modal/siwx'
const scope = '@wallet-modal/'

/** Finds a first-party plugin by its package name, its id, or its name without the scope. */
export const findPlugin = (release: FirstParty, name: string): PluginPackage | undefined =>
  release.plugins.find((plugin) => plugin.name === name || plugin.manifest.id === name || plugin.name === scope + name)

/** Short names of all first-party plugins, as the command line accepts them: package names without the scope. */
export const shortNames = (release: FirstParty): readonly string[] => release.plugins.map(({ name }) => shortName(name))

/** Package name without the scope `@wallet-modal/`. Other names are unchanged. */
export const shortName = (name: string): string => (name.startsWith(scope) ? name.slice(scope.length) : name)
