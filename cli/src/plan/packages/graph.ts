import { CliError } from '../../errors.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'

/**
 * Checks, from their manifests, that plugins can be used together. Throws `NAME_CLASH`, `CONFLICT`, `DUPLICATE_PROVIDER`, `MISSING_CAPABILITY` or
 * `CYCLE`. The advice of an error suggests plugins of `known`.
 */
export function checkGraph(plugins: readonly PluginPackage[], known: readonly PluginPackage[] = []): void {
  checkNames(plugins)
  checkConflicts(plugins)
  const providers = providersOf(plugins)
  checkRequires(plugins, providers, known)
  checkCycles(plugins, providers)
}

/** Provider of each capability. Throws `DUPLICATE_PROVIDER` if there are two. */
function providersOf(plugins: readonly PluginPackage[]): ReadonlyMap<string, PluginPackage> {
  const providers = new Map<string, PluginPackage>()
  for (const plugin of plugins) {
    for (const capability of new Set(plugin.manifest.provides)) {
      const other = providers.get(capability)
      if (other) {
        throw new CliError('DUPLICATE_PROVIDER', `"${other.name}" and "${plugin.name}" both provide "${capability}".`, {
          advice: 'Keep one of the two.',
        })
      }
      providers.set(capability, plugin)
    }
  }
  return providers
}

function checkNames(plugins: readonly PluginPackage[]): void {
  for (const field of ['export', 'id'] as const) {
    const seen = new Map<string, string>()
    for (const { name, manifest } of plugins) {
      const other = seen.get(manifest[field])
      if (other) {
        throw new CliError('NAME_CLASH', `"${other}" and "${name}" have the same ${field} name "${manifest[field]}".`, {
          advice: 'They conflict: keep one of the two.',
        })
      }
      seen.set(manifest[field], name)
    }
  }
}

function checkConflicts(plugins: readonly PluginPackage[]): void {
  const names = new Set(plugins.map((plugin) => plugin.name))
  for (const plugin of plugins) {
    const other = plugin.manifest.conflicts.find((name) => names.has(name) && name !== plugin.name)
    if (other) {
      throw new CliError('CONFLICT', `"${plugin.name}" cannot be used together with "${other}".`, {
        advice: 'Keep one of the two.',
      })
    }
  }
}

function checkRequires(
  plugins: readonly PluginPackage[],
  providers: ReadonlyMap<string, PluginPackage>,
  known: readonly PluginPackage[],
): void {
  for (const plugin of plugins) {
    const missing = plugin.manifest.requires.find((capability) => !providers.has(capability))
    if (missing === undefined) {
      checkViews(plugin, plugins, known)
      continue
    }
    const candidates = known.filter(({ manifest }) => manifest.provides.includes(missing)).map(({ name }) => name)
    throw new CliError('MISSING_CAPABILITY', `"${plugin.name}" needs "${missing}", which no plugin provides.`, {
      advice: candidates.length > 0 ? `Add ${candidates.join(' or ')}.` : `Add a plugin that provides "${missing}".`,
    })
  }
}

function checkViews(plugin: PluginPackage, plugins: readonly PluginPackage[], known: readonly PluginPackage[]): void {
  const missing = plugin.manifest.requiresViews.find((view) => !plugins.some((other) => registersView(other, view)))
  if (missing === undefined) return
  const candidates = known.filter((other) => registersView(other, missing)).map(({ name }) => name)
  throw new CliError('MISSING_CAPABILITY', `"${plugin.name}" needs the view "${missing}", which no plugin registers.`, {
    advice: candidates.length > 0 ? `Add ${candidates.join(' or ')}.` : `Add a plugin that registers "${missing}".`,
  })
}

/** Whether a plugin registers a view. The plugin's own views begin with its package name; its manifest lists the views that it replaces. */
export const registersView = ({ name, manifest }: PluginPackage, view: string): boolean =>
  view.startsWith(`${name}#`) || manifest.replacesViews.includes(view)

function checkCycles(plugins: readonly PluginPackage[], providers: ReadonlyMap<string, PluginPackage>): void {
  const done = new Set<PluginPackage>()
  const visit = (plugin: PluginPackage, trail: readonly PluginPackage[]): void => {
    if (done.has(plugin)) return
    const start = trail.indexOf(plugin)
    if (start >= 0) {
      const names = [...trail.slice(start), plugin].map(({ name }) => name)
      throw new CliError('CYCLE', `These plugins require each other in a cycle: ${names.join(' → ')}.`, {
        advice: 'Remove one of them.',
      })
    }
    for (const capability of plugin.manifest.requires) {
      const provider = providers.get(capability)
      if (provider && provider !== plugin) visit(provider, [...trail, plugin])
    }
    done.add(plugin)
  }
  for (const plugin of plugins) visit(plugin, [])
}
