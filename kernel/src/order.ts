import { WalletModalError } from './errors.js'
import type { PluginInstance } from './plugin.js'

/** Providers before those who need them; otherwise in the order listed. Throws `CYCLE` with the whole path. */
export function orderPlugins(plugins: readonly PluginInstance[]): readonly PluginInstance[] {
  const providers = new Map<string, PluginInstance>()
  for (const instance of plugins) for (const { name } of instance.plugin.spec.provides ?? []) providers.set(name, instance)

  const ordered: PluginInstance[] = []
  const done = new Set<PluginInstance>()
  const visit = (instance: PluginInstance, path: readonly PluginInstance[]): void => {
    if (done.has(instance)) return
    if (path.includes(instance)) {
      const names = [...path.slice(path.indexOf(instance)), instance].map((one) => `"${one.plugin.spec.name}"`)
      throw new WalletModalError('CYCLE', `Plugins need each other in a circle: ${names.join(' -> ')}. Make one of these needs optional or drop it.`)
    }
    const { requires = [], optional = [] } = instance.plugin.spec
    for (const { name } of [...requires, ...optional]) {
      const provider = providers.get(name)
      if (provider && provider !== instance) visit(provider, [...path, instance])
    }
    done.add(instance)
    ordered.push(instance)
  }
  for (const instance of plugins) visit(instance, [])
  return ordered
}
