import { CliError } from '../../errors.js'
import { cliName, type FirstParty, kernelName } from '../plugins/first-party.js'
import type { PluginManifest, PluginPackage } from '../plugins/plugin-manifest.js'

type Engine = PluginManifest['sandboxEngine'][number]

/**
 * Exact versions of the chain engines that the sandbox runs (such as `@foundry-rs/anvil`), by package name. Leaves out engines of third-party plugins
 * that would replace a package of the release.
 */
export function engineVersions(
  plugins: readonly PluginPackage[],
  release: FirstParty,
): Readonly<Record<string, string>> {
  const engines = plugins.flatMap((plugin) =>
    plugin.manifest.sandboxEngine.filter(
      (engine) => isOurs(plugin, release) || problemOf(engine, release) === undefined,
    ),
  )
  return Object.fromEntries(engines.map((engine) => [engine.package, engine.version]))
}

/**
 * Checks the chain engines of third-party plugins. A plugin may name at most one package. This package must not belong to the release, and the site
 * must not list it (`listed`). Exception: a chain engine of the release, in the same version. Throws `INVALID_MANIFEST`.
 */
export function checkEngines(
  plugins: readonly PluginPackage[],
  release: FirstParty,
  listed: ReadonlySet<string>,
): void {
  for (const plugin of plugins) {
    const engines = plugin.manifest.sandboxEngine
    if (isOurs(plugin, release)) continue
    if (engines.length > 1)
      throw invalidEngine(plugin, `names ${engines.length} packages as its "sandboxEngine", but only one is allowed`)
    for (const engine of engines) {
      const isKnown = engineOf(engine.package, release) !== undefined
      const problem =
        problemOf(engine, release) ?? (listed.has(engine.package) && !isKnown ? 'is a package of this site' : undefined)
      if (problem !== undefined)
        throw invalidEngine(
          plugin,
          `names "${engine.package}" ${engine.version} as its "sandboxEngine", which ${problem}`,
        )
    }
  }
}

const isOurs = ({ name }: PluginPackage, release: FirstParty): boolean =>
  release.plugins.some((own) => own.name === name)

const engineOf = (name: string, release: FirstParty): Engine | undefined =>
  release.plugins.flatMap(({ manifest }) => manifest.sandboxEngine).find((engine) => engine.package === name)

/** Reason why a third-party engine must not be installed, as the end of a sentence, else `undefined`. */
function problemOf({ package: name, version }: Engine, release: FirstParty): string | undefined {
  const own = engineOf(name, release)
  if (own !== undefined) return own.version === version ? undefined : `this release uses in version ${own.version}`
  const isReserved =
    name === kernelName || name === cliName || name.startsWith('@wallet-modal/') || name in release.tested
  return isReserved || release.plugins.some((plugin) => plugin.name === name) ? 'belongs to this release' : undefined
}

const invalidEngine = ({ name, version }: PluginPackage, problem: string): CliError =>
  new CliError('INVALID_MANIFEST', `"${name}" ${version} ${problem}.`, {
    advice: `Nothing was changed. Report this to the author of "${name}", or use another version of it.`,
  })
